package dev.millrace.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyManagementException;
import java.security.Provider;
import java.util.ServiceLoader;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSessionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MillraceProviderTest {
  private static final Provider PROVIDER = new MillraceProvider();

  @Test
  void it_is_found_by_the_service_loader() {
    assertThat(ServiceLoader.load(Provider.class).stream())
        .anyMatch(each -> each.type() == MillraceProvider.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLS", "TLSv1.3", "TLSv1.2"})
  void contexts_are_there_under_the_names_of_jsse(String name) throws Exception {
    SSLContext context = SSLContext.getInstance(name, PROVIDER);

    assertThatThrownBy(context::createSSLEngine).isInstanceOf(IllegalStateException.class);
    context.init(null, null, null);

    assertThat(context.createSSLEngine("example.com", 443).getPeerHost()).isEqualTo("example.com");
    assertThat(context.getDefaultSSLParameters().getProtocols())
        .containsExactly(
            name.equals("TLSv1.2")
                ? new String[] {"TLSv1.2"}
                : new String[] {"TLSv1.3", "TLSv1.2"});
  }

  @Test
  void the_default_context_is_initialized_already() throws Exception {
    SSLContext context = SSLContext.getInstance("Default", PROVIDER);

    assertThat(context.getSocketFactory().getDefaultCipherSuites()).isNotEmpty();
    assertThatThrownBy(() -> context.init(null, null, null))
        .isInstanceOf(KeyManagementException.class);
  }

  @Test
  void session_contexts_have_the_bounds_of_jsse() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS", PROVIDER);
    context.init(null, null, null);
    SSLSessionContext sessions = context.getClientSessionContext();

    assertThat(sessions.getSessionCacheSize()).isEqualTo(20_480);
    assertThat(sessions.getSessionTimeout()).isEqualTo(86_400);
    sessions.setSessionCacheSize(0);
    sessions.setSessionTimeout(0);
    assertThat(sessions.getSessionCacheSize()).isZero();
    assertThat(sessions.getSessionTimeout()).isZero();
    assertThat(sessions.getIds().hasMoreElements()).isFalse();
    assertThat(sessions.getSession(new byte[32])).isNull();
    assertThatThrownBy(() -> sessions.setSessionTimeout(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sessions.setSessionCacheSize(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
