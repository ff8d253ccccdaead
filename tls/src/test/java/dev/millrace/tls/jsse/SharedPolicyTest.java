package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.testing.TestIdentity;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SharedPolicyTest {
  private SSLContext context;

  @BeforeEach
  void makeContext() throws Exception {
    context = TestContexts.OURS.with(TestIdentity.of(TestIdentity.Kind.P256));
  }

  private SSLEngine client(String host) {
    SSLEngine engine = context.createSSLEngine(host, 443);
    engine.setUseClientMode(true);
    return engine;
  }

  private static ConnectionEnd end(SSLEngine engine) {
    return ((TlsEngine) engine).end();
  }

  private static Parameters parameters(SSLEngine engine) {
    return end(engine).settings().parameters();
  }

  /// That of a connection that begins with the engine's parameters.
  private static Policy policy(SSLEngine engine) {
    return end(engine).context().policies(Role.CLIENT).policy(parameters(engine));
  }

  private static SSLParameters http(String... names) {
    SSLParameters parameters = new SSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    parameters.setServerNames(
        List.of(names).stream()
            .map(SNIHostName::new)
            .map(each -> (javax.net.ssl.SNIServerName) each)
            .toList());
    return parameters;
  }

  @Test
  void setting_the_parameters_that_were_got_changes_nothing() {
    SSLEngine engine = client("localhost");
    Parameters before = parameters(engine);

    engine.setSSLParameters(engine.getSSLParameters());

    assertThat(parameters(engine)).isSameAs(before);
  }

  @Test
  void connections_with_equal_parameters_share_them_and_their_policy() {
    SSLEngine one = client("localhost");
    one.setSSLParameters(http("localhost"));
    Policy policy = policy(one);
    SSLEngine other = client("localhost");
    other.setSSLParameters(http("localhost"));

    assertThat(parameters(other)).isSameAs(parameters(one));
    assertThat(policy(other)).isSameAs(policy);
  }

  @Test
  void the_host_makes_no_other_policy() {
    SSLEngine one = client("one.example");
    one.setSSLParameters(http("one.example"));
    SSLEngine other = client("other.example");
    other.setSSLParameters(http("other.example"));

    assertThat(policy(other)).isSameAs(policy(one));
    assertThat(other.getSSLParameters().getServerNames())
        .containsExactly(new SNIHostName("other.example"));
  }

  @Test
  void policies_of_before_are_found_again() {
    SSLEngine plain = client("localhost");
    Policy first = policy(plain);
    SSLEngine http = client("localhost");
    http.setSSLParameters(http());

    assertThat(policy(http)).isNotSameAs(first);
    assertThat(policy(client("localhost"))).isSameAs(first);
  }

  @Test
  void an_engine_that_changes_sides_has_the_parameters_of_the_other() {
    SSLEngine engine = client("localhost");
    engine.setUseClientMode(false);

    assertThat(parameters(engine)).isEqualTo(end(engine).context().defaults(Role.SERVER));
  }
}
