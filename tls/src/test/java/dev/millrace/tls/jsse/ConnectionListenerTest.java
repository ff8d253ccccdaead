package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.ConnectionListener;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.testing.TestIdentity;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionListenerTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  private final Heard heard = new Heard();
  private final SSLContext client;
  private final SSLContext server;

  ConnectionListenerTest() throws Exception {
    client = TestContexts.with(TlsConfig.defaults(), IDENTITY);
    server = TestContexts.with(TlsConfig.builder().connectionListener(heard).build(), IDENTITY);
  }

  private static final class Heard implements ConnectionListener {
    private final List<String> words = new ArrayList<>();

    @Override
    public void begun() {
      words.add("begun");
    }

    @Override
    public void established(boolean resumed) {
      words.add(resumed ? "resumed" : "full");
    }

    @Override
    public void ended(End end) {
      words.add(end.name());
    }
  }

  private EnginePair connected(String version) throws SSLException {
    EnginePair pair = new EnginePair(client, server).protocols(version).handshake();
    pair.client.unwrapAll();
    return pair;
  }

  private static void close(EnginePair pair) throws SSLException {
    pair.client.engine.closeOutbound();
    pair.client.wrap(pair.server, "");
    pair.server.unwrapAll();
    pair.server.engine.closeOutbound();
    pair.server.wrap(pair.client, "");
    pair.client.unwrapAll();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_connection_and_one_that_resumes_it_are_told_from_beginning_to_end(String version)
      throws Exception {
    close(connected(version));
    assertThat(heard.words).containsExactly("begun", "full", "CLOSED");
    heard.words.clear();
    EnginePair second = connected(version);
    assertThat(heard.words).containsExactly("begun", "resumed");
    close(second);
    assertThat(heard.words).containsExactly("begun", "resumed", "CLOSED");
  }

  @Test
  void a_handshake_that_fails_is_told_as_such() throws Exception {
    EnginePair pair = new EnginePair(client, server);
    pair.client.engine.setEnabledProtocols(new String[] {"TLSv1.2"});
    pair.server.engine.setEnabledProtocols(new String[] {"TLSv1.3"});
    assertThatThrownBy(pair::handshake).isInstanceOf(SSLException.class);
    pair.server.wrap(pair.client, "");
    assertThat(heard.words).containsExactly("begun", "UNESTABLISHED");
  }

  @Test
  void a_transport_that_ends_without_a_word_is_told_as_such() throws Exception {
    EnginePair pair = connected("TLSv1.3");
    assertThatThrownBy(pair.server.engine::closeInbound).isInstanceOf(SSLException.class);
    pair.server.engine.closeOutbound();
    assertThat(heard.words).containsExactly("begun", "full", "TRUNCATED");
  }

  @Test
  void a_record_that_was_changed_is_told_as_a_failure() throws Exception {
    EnginePair pair = connected("TLSv1.3");
    pair.client.wrap(pair.server, "data");
    pair.server.spoilLastByte();
    assertThatThrownBy(pair.server::unwrapAll).isInstanceOf(SSLException.class);
    pair.server.wrap(pair.client, "");
    assertThat(heard.words).containsExactly("begun", "full", "FAILED");
  }

  @Test
  void nobody_is_told_by_default() {
    assertThat(TlsConfig.defaults().connectionListener()).isNull();
  }
}
