package dev.millrace.bench.tls.side;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionsTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void certificates() throws Exception {
    Identity.create(folder);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void a_chain_is_checked_in_full_handshakes_alone(Kind kind) throws Exception {
    Contender contender = Side.MILLRACE_JDK.contender(folder, kind.terms());
    Connections connections = new Connections(contender, kind.terms(), kind.resumed(), 0, 1);

    connections.connect().close();
    connections.connect().close();

    assertThat(contender.validations()).isEqualTo(kind.resumed() ? 1 : 2);
  }

  @Test
  void another_cipher_suite_than_agreed_is_refused() throws Exception {
    Terms terms = Kind.FULL_12.terms();
    Contender contender = Side.SUNJSSE.contender(folder, terms);
    Terms others = new Terms(terms.version(), Suite.CHACHA20, terms.groups(), terms.key());
    Connections connections = new Connections(contender, others, false, 0, 1);

    assertThatThrownBy(connections::connect)
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("instead of");
  }

  @Test
  void a_full_handshake_is_not_taken_for_a_resumed_one() throws Exception {
    Terms terms = Kind.RESUMED_13.terms();
    Contender resuming = Side.SUNJSSE.contender(folder, terms);
    Contender forgetful =
        new Contender() {
          private int port;

          @Override
          public SSLEngine client(int ignored) {
            return resuming.client(++port);
          }

          @Override
          public SSLEngine server() {
            return resuming.server();
          }

          @Override
          public long validations() {
            return resuming.validations();
          }
        };
    Connections connections = new Connections(forgetful, terms, true, 0, 1);

    assertThatThrownBy(connections::connect).hasMessageContaining("resumed=true");
  }
}
