package dev.millrace.bench.tls.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.bench.tls.side.Groups;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Suite;
import dev.millrace.bench.tls.side.Version;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoadTest {
  static Stream<Load> loads() {
    return Stream.of(
        new Load.Handshake(Kind.FULL_13, Groups.HYBRID, 2, Contexts.OWN),
        new Load.RawOperations(Kind.FULL_13_RSA, Groups.X25519),
        new Load.Fresh(Kind.FULL_13),
        new Load.Start(Kind.FULL_13),
        new Load.Stages(Kind.RESUMED_12),
        new Load.CloseProfile(Kind.RESUMED_13),
        new Load.Bulk(Version.TLS_1_2, Suite.CHACHA20, Buffers.DIRECT),
        new Load.RawCipher(Suite.AES_256_GCM),
        new Load.Memory(Kind.RESUMED_13, Ends.SOCKETS, 500),
        new Load.Serve(Kind.RESUMED_13),
        new Load.Requests(Kind.RESUMED_13, 4711));
  }

  @ParameterizedTest
  @MethodSource("loads")
  void a_load_is_read_as_it_was_written(Load load) {
    assertThat(Load.parse(load.line())).isEqualTo(load);
  }

  @Test
  void each_kind_of_load_is_tried() {
    assertThat(loads().map(Object::getClass))
        .containsExactlyInAnyOrder(Load.class.getPermittedSubclasses());
  }

  @Test
  void an_unknown_load_is_refused() {
    assertThatThrownBy(() -> Load.parse("teapot")).isInstanceOf(IllegalArgumentException.class);
  }
}
