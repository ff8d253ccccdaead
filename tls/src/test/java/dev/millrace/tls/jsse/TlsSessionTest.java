package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.tls.Resumption;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.testing.Forgotten;
import dev.millrace.tls.testing.TestIdentity;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionBindingEvent;
import javax.net.ssl.SSLSessionBindingListener;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsSessionTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  private final SSLContext client;
  private final SSLContext server;

  TlsSessionTest() throws Exception {
    client = TestContexts.OURS.with(IDENTITY);
    TlsConfig stateful = TlsConfig.builder().resumption(Resumption.STATEFUL).build();
    server = TestContexts.with(stateful, IDENTITY);
  }

  private EnginePair connect(String protocol) throws Exception {
    EnginePair pair = new EnginePair(client, server).protocols(protocol).handshake();
    pair.client.unwrapAll();
    return pair;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void connections_of_one_session_share_its_attributes(String protocol) throws Exception {
    EnginePair first = connect(protocol);
    first.client.engine.getSession().putValue("who", "client");
    first.server.engine.getSession().putValue("who", "server");

    EnginePair second = connect(protocol);

    SSLSession ofClient = second.client.engine.getSession();
    SSLSession ofServer = second.server.engine.getSession();
    assertThat(ofClient.getValue("who")).isEqualTo("client");
    assertThat(ofServer.getValue("who")).isEqualTo("server");
    assertThat(ofClient.getValueNames()).containsExactly("who");
    assertThat(ofClient.getId()).isEqualTo(first.client.engine.getSession().getId()).hasSize(32);
    assertThat(ofServer.getId()).isEqualTo(first.server.engine.getSession().getId());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void sessions_that_can_be_resumed_hold_on_to_no_connection(String protocol) throws Exception {
    Forgotten forgotten = new Forgotten();
    byte[] id = connectAndForget(protocol, forgotten);
    forgotten.await(Duration.ofSeconds(30));
    assertThat(connect(protocol).client.engine.getSession().getId()).isEqualTo(id);
  }

  private byte[] connectAndForget(String protocol, Forgotten forgotten) throws Exception {
    EnginePair pair = connect(protocol);
    forgotten.add(pair.client.engine);
    forgotten.add(pair.server.engine);
    return pair.client.engine.getSession().getId();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void an_invalid_session_is_not_resumed(String protocol) throws Exception {
    SSLSession first = connect(protocol).client.engine.getSession();
    first.invalidate();
    SSLSession second = connect(protocol).client.engine.getSession();
    assertThat(first.isValid()).isFalse();
    assertThat(second.getId()).isNotEqualTo(first.getId());

    EnginePair third = connect(protocol);
    assertThat(third.client.engine.getSession().getId()).isEqualTo(second.getId());
    SSLSession atServer = third.server.engine.getSession();
    atServer.invalidate();
    EnginePair fourth = connect(protocol);
    assertThat(fourth.server.engine.getSession().getId()).isNotEqualTo(atServer.getId());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void contexts_list_the_sessions_that_can_be_resumed(String protocol) throws Exception {
    EnginePair pair = connect(protocol);

    assertListed(client.getClientSessionContext(), pair.client.engine.getSession());
    assertListed(server.getServerSessionContext(), pair.server.engine.getSession());
    pair.server.engine.getSession().invalidate();
    assertThat(server.getServerSessionContext().getIds().hasMoreElements()).isFalse();
  }

  private static void assertListed(SSLSessionContext context, SSLSession session) {
    assertThat(session.getSessionContext()).isSameAs(context);
    assertThat(Collections.list(context.getIds())).containsExactly(session.getId());
    SSLSession found = context.getSession(session.getId());
    assertThat(found.getCipherSuite()).isEqualTo(session.getCipherSuite());
    assertThat(found.getCreationTime()).isEqualTo(session.getCreationTime());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void what_is_put_into_the_session_of_the_handshake_stays_there(String protocol) throws Exception {
    SSLContext marking =
        TlsConfig.defaults().newContext(null, new TrustManager[] {new Marking()}, null);

    SSLSession session =
        new EnginePair(marking, server).protocols(protocol).handshake().client.engine.getSession();

    assertThat(session.getValue("mark")).isEqualTo("localhost");
  }

  /// Trusts everybody, and tells the session whom.
  private static final class Marking extends X509ExtendedTrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
      SSLSession session = engine.getHandshakeSession();
      session.putValue("mark", session.getPeerHost());
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void certificates_come_in_an_array_of_their_type(String protocol) throws Exception {
    SSLSession ofClient = connect(protocol).client.engine.getSession();
    SSLSession ofServer = connect(protocol).server.engine.getSession();

    assertThat(ofClient.getPeerCertificates()).isInstanceOf(X509Certificate[].class);
    assertThat(ofServer.getLocalCertificates()).isInstanceOf(X509Certificate[].class);
  }

  @ParameterizedTest
  @ValueSource(strings = "TLSv1.3")
  void values_are_told_when_they_are_bound_and_unbound(String protocol) throws Exception {
    SSLSession session = connect(protocol).client.engine.getSession();
    List<String> log = new ArrayList<>();
    session.putValue("a", new Listener("first", log));
    session.putValue("a", new Listener("second", log));
    session.removeValue("a");

    assertThat(log)
        .containsExactly("first bound a", "second bound a", "first unbound a", "second unbound a");
    assertThatIllegalArgumentException().isThrownBy(() -> session.putValue("a", null));
    assertThatIllegalArgumentException().isThrownBy(() -> session.getValue(null));
  }

  private record Listener(String name, List<String> log) implements SSLSessionBindingListener {
    @Override
    public void valueBound(SSLSessionBindingEvent event) {
      log.add(name + " bound " + event.getName());
    }

    @Override
    public void valueUnbound(SSLSessionBindingEvent event) {
      log.add(name + " unbound " + event.getName());
    }
  }
}
