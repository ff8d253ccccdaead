package dev.millrace.tls.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.ProtocolVersion;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MessageSyntaxTest {
  static Stream<Arguments> samples() {
    return Stream.of(ProtocolVersion.values())
        .flatMap(version ->
            MessageSamples.of(version).stream().map(message -> Arguments.of(version, message)));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void what_is_written_is_read_and_written_the_same(
      ProtocolVersion version, HandshakeMessage message) throws PeerMisbehaved {
    byte[] encoding = message.encode();

    HandshakeMessage read = HandshakeMessage.parse(encoding, version);

    assertThat(read).hasSameClassAs(message);
    assertThat(read).usingRecursiveComparison().isEqualTo(message);
    assertThat(read.encode()).isEqualTo(encoding);
  }

  @ParameterizedTest
  @EnumSource
  void there_is_a_sample_of_every_type(HandshakeType type) {
    assertThat(
            Stream.of(ProtocolVersion.values())
                .flatMap(version -> MessageSamples.of(version).stream())
                .map(HandshakeMessage::type))
        .contains(type);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void a_message_cut_anywhere_is_refused(ProtocolVersion version, HandshakeMessage message) {
    byte[] encoding = message.encode();
    for (int length = 0; length < encoding.length; length++) {
      byte[] cut = Arrays.copyOf(encoding, length);
      assertThatThrownBy(() -> HandshakeMessage.parse(cut, version))
          .as("cut to %d", length)
          .isInstanceOf(PeerMisbehaved.class);
    }
  }

  /// The length in the header is right, so that only what is inside can be found wrong.
  @ParameterizedTest
  @MethodSource("samples")
  void a_body_cut_anywhere_is_refused_where_it_is_not_one_by_chance(
      ProtocolVersion version, HandshakeMessage message) {
    byte[] encoding = message.encode();
    for (int length = HandshakeMessage.HEADER_LENGTH; length < encoding.length; length++) {
      byte[] cut = withRightLength(Arrays.copyOf(encoding, length));
      try {
        HandshakeMessage read = HandshakeMessage.parse(cut, version);
        assertThat(read).as("cut to %d", length).matches(MessageSyntaxTest::mayBeCut);
      } catch (PeerMisbehaved e) {
        assertThat(e.misbehaviour()).isEqualTo(Misbehaviour.MALFORMED_MESSAGE);
      }
    }
  }

  private static boolean mayBeCut(HandshakeMessage message) {
    return switch (message) {
      case Finished _ -> true;
      case ClientHello hello -> hello.extensions().isEmpty();
      case ServerHello hello -> hello.extensions().isEmpty();
      case HelloRetryRequest hello -> hello.extensions().isEmpty();
      default -> false;
    };
  }

  @ParameterizedTest
  @MethodSource("samples")
  void nothing_may_follow_a_message(ProtocolVersion version, HandshakeMessage message) {
    if (message instanceof Finished) {
      return;
    }
    byte[] encoding = message.encode();
    byte[] longer = withRightLength(Arrays.copyOf(encoding, encoding.length + 1));

    assertThatThrownBy(() -> HandshakeMessage.parse(longer, version))
        .isInstanceOfSatisfying(
            PeerMisbehaved.class,
            e -> assertThat(e.misbehaviour()).isEqualTo(Misbehaviour.MALFORMED_MESSAGE));
  }

  /// Whatever a byte or two of a message are changed to, it is read as another or refused: and what
  /// is read takes no more memory than a multiple of what was received.
  @ParameterizedTest
  @MethodSource("samples")
  void lengths_that_are_only_claimed_take_no_memory(
      ProtocolVersion version, HandshakeMessage message) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] encoding = message.encode();
    long bound = 64L * encoding.length + 65536;
    for (int at = 1; at < encoding.length; at++) {
      for (int width = 1; width <= 3 && at + width <= encoding.length; width++) {
        byte[] changed = encoding.clone();
        Arrays.fill(changed, at, at + width, (byte) 0xFF);
        long before = threads.getCurrentThreadAllocatedBytes();
        parses(changed, version);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(bound);
      }
    }
  }

  @Property(tries = 20_000)
  void whatever_follows_a_type_is_read_or_refused(
      @ForAll HandshakeType type, @ForAll ProtocolVersion version, @ForAll byte[] body) {
    byte[] encoding = new byte[HandshakeMessage.HEADER_LENGTH + body.length];
    System.arraycopy(body, 0, encoding, HandshakeMessage.HEADER_LENGTH, body.length);
    encoding[0] = (byte) type.code();

    parses(withRightLength(encoding), version);
  }

  @Property(tries = 20_000)
  void whatever_a_message_is_changed_to_is_read_or_refused(
      @ForAll ProtocolVersion version,
      @ForAll int which,
      @ForAll int at,
      @ForAll byte value,
      @ForAll int at2,
      @ForAll byte value2) {
    var samples = MessageSamples.of(version);
    byte[] changed = samples.get(Math.floorMod(which, samples.size())).encode();
    changed[Math.floorMod(at, changed.length)] = value;
    changed[Math.floorMod(at2, changed.length)] = value2;

    parses(changed, version);
  }

  /// Whether some bytes are a message; if they are, writing it and reading that gives the same
  /// again. No other failure than that of a peer may come of them.
  private static boolean parses(byte[] encoding, ProtocolVersion version) {
    HandshakeMessage message;
    try {
      message = HandshakeMessage.parse(encoding, version);
    } catch (PeerMisbehaved e) {
      return false;
    }
    byte[] written = message.encode();
    try {
      assertThat(HandshakeMessage.parse(written, version).encode()).isEqualTo(written);
    } catch (PeerMisbehaved e) {
      throw new AssertionError("what was read cannot be written: " + message, e);
    }
    return true;
  }

  private static byte[] withRightLength(byte[] message) {
    int length = message.length - HandshakeMessage.HEADER_LENGTH;
    message[1] = (byte) (length >>> 16);
    message[2] = (byte) (length >>> 8);
    message[3] = (byte) length;
    return message;
  }
}
