package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.compression.ZlibCompression;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Limits;
import dev.millrace.tls.message.CompressedCertificate;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.HandshakeType;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a peer may call a compressed certificate (RFC 8879), whether it is the server or the
/// client.
class CompressedCertificateTest {
  private static final int MAX = Limits.DEFAULT.handshakeMessage();

  /// Bytes that a victim allocates in no handshake that is as it should be.
  private static final long MEMORY = 1 << 20;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_length_beyond_the_bound_is_refused_unseen(boolean fromServer) throws TlsFailure {
    assertRefused(fromServer, honest -> with(honest, MAX + 1, honest.compressed()));
    assertRefused(fromServer, honest -> with(honest, 0xFFFFFF, honest.compressed()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_grows_beyond_its_length_is_refused(boolean fromServer) throws TlsFailure {
    byte[] bomb = compressed(new byte[16 << 20]);
    assertThat(bomb.length).isLessThan(MAX);

    assertRefused(fromServer, honest -> with(honest, MAX, bomb));
    assertRefused(fromServer, honest -> with(honest, honest.uncompressedLength(), bomb));
    assertRefused(fromServer, honest -> with(honest, 0, bomb));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_length_is_that_of_the_certificate(boolean fromServer) throws TlsFailure {
    for (int off : new int[] {-1, 1, 1000}) {
      assertRefused(
          fromServer,
          honest -> with(honest, honest.uncompressedLength() + off, honest.compressed()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_is_broken_is_refused(boolean fromServer) throws TlsFailure {
    assertRefused(fromServer, honest -> with(honest, honest.uncompressedLength(), new byte[1]));
    assertRefused(
        fromServer,
        honest -> {
          byte[] all = honest.compressed();
          return with(honest, honest.uncompressedLength(), Arrays.copyOf(all, all.length - 1));
        });
    assertRefused(
        fromServer,
        honest -> {
          byte[] all = honest.compressed();
          return with(honest, honest.uncompressedLength(), Arrays.copyOf(all, all.length + 1));
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_algorithm_was_offered(boolean fromServer) throws TlsFailure {
    for (int algorithm : new int[] {0, 2, 3, 0xFFFF}) {
      assertMisbehaviour(
          fromServer,
          honest ->
              new CompressedCertificate(
                  algorithm, honest.uncompressedLength(), honest.compressed()),
          Misbehaviour.UNOFFERED_CERTIFICATE_COMPRESSION);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_comes_out_is_a_certificate_message(boolean fromServer) throws TlsFailure {
    byte[] nonsense = new byte[500];
    Arrays.fill(nonsense, (byte) 0xFF);
    assertMisbehaviour(
        fromServer,
        honest -> with(honest, 500, compressed(nonsense)),
        Misbehaviour.MALFORMED_MESSAGE);
  }

  private static byte[] compressed(byte[] message) {
    return Objects.requireNonNull(new ZlibCompression(0).compress(message));
  }

  private static CompressedCertificate with(
      CompressedCertificate honest, int length, byte[] compressed) {
    return new CompressedCertificate(honest.algorithm(), length, compressed);
  }

  private static void assertRefused(
      boolean fromServer, UnaryOperator<CompressedCertificate> instead) throws TlsFailure {
    assertMisbehaviour(fromServer, instead, Misbehaviour.BAD_CERTIFICATE_COMPRESSION);
  }

  private static void assertMisbehaviour(
      boolean fromServer, UnaryOperator<CompressedCertificate> instead, Misbehaviour misbehaviour)
      throws TlsFailure {
    Duel duel =
        Duel.of(Scenario.COMPRESSED, fromServer, (_, truth) -> List.of(changed(truth, instead)))
            .fight();

    assertThat(duel.failure())
        .isInstanceOfSatisfying(
            PeerMisbehaved.class,
            failure -> assertThat(failure.misbehaviour()).isEqualTo(misbehaviour));
    assertThat(duel.allocated()).isLessThan(MEMORY);
  }

  private static LyingPeer.Said changed(
      LyingPeer.Said truth, UnaryOperator<CompressedCertificate> instead) {
    if (truth.type() != ContentType.HANDSHAKE
        || truth.content()[0] != HandshakeType.COMPRESSED_CERTIFICATE.code()) {
      return truth;
    }
    try {
      HandshakeMessage honest = HandshakeMessage.parse(truth.content(), ProtocolVersion.TLS_1_3);
      return new LyingPeer.Said(
          truth.type(), instead.apply((CompressedCertificate) honest).encode());
    } catch (PeerMisbehaved e) {
      throw new IllegalStateException(e);
    }
  }
}
