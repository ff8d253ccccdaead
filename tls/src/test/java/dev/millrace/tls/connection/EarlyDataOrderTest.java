package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.connection.LyingPeer.Lie;
import dev.millrace.tls.connection.LyingPeer.Said;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.message.EncryptedExtensions;
import dev.millrace.tls.message.EndOfEarlyData;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.HandshakeType;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Where early data begins and ends, and what a server makes of it that comes at another place, or
/// is too much (RFC 8446, sections 2.3, 4.2.10 and 4.5).
class EarlyDataOrderTest {
  private static final byte[] END = new EndOfEarlyData().encode();

  /// What follows is under the next keys already.
  @Test
  void early_data_without_an_end_is_refused() throws TlsFailure {
    assertMisbehaviour(
        lie((what, truth) -> what.isEnd() ? List.of() : List.of(truth)),
        Misbehaviour.BAD_RECORD_MAC);
  }

  @Test
  void early_data_does_not_end_with_finished() throws TlsFailure {
    Said finished = new Said(ContentType.HANDSHAKE, withHeader(HandshakeType.FINISHED, 48));
    assertMisbehaviour(
        lie((what, truth) -> what.isEnd() ? List.of(finished) : List.of(truth)),
        Misbehaviour.UNEXPECTED_MESSAGE);
  }

  @Test
  void early_data_ends_once() throws TlsFailure {
    assertMisbehaviour(
        lie((what, truth) -> what.isEnd() ? List.of(truth, truth) : List.of(truth)),
        Misbehaviour.BAD_RECORD_MAC);
    assertMisbehaviour(
        lie((what, truth) -> what.isEnd() ? List.of(twice(truth)) : List.of(truth)),
        Misbehaviour.MESSAGE_ACROSS_KEY_CHANGE);
    assertMisbehaviour(
        lie((what, truth) -> what.isFinished() ? List.of(end(), truth) : List.of(truth)),
        Misbehaviour.UNEXPECTED_MESSAGE);
  }

  @Test
  void early_data_does_not_end_before_it_begins() throws TlsFailure {
    assertMisbehaviour(
        lie((what, truth) -> what.isData() ? List.of(end(), truth) : List.of(truth)),
        Misbehaviour.BAD_RECORD_MAC);
  }

  @Test
  void early_data_does_not_end_after_finished() throws TlsFailure {
    Duel duel = Duel.of(Scenario.EARLY_DATA, false, LyingPeer.NONE).fight();
    duel.liar().say(new EndOfEarlyData());
    assertMisbehaviour(duel.goOn(), Misbehaviour.UNEXPECTED_MESSAGE);
  }

  @Test
  void the_end_has_nothing_in_it() throws TlsFailure {
    Said full = new Said(ContentType.HANDSHAKE, withHeader(HandshakeType.END_OF_EARLY_DATA, 1));
    assertMisbehaviour(
        lie((what, truth) -> what.isEnd() ? List.of(full) : List.of(truth)),
        Misbehaviour.MALFORMED_MESSAGE);
  }

  @Test
  void no_early_data_follows_its_end() throws TlsFailure {
    Said data = data(1);
    assertMisbehaviour(
        lie((what, truth) -> what.isEnd() ? List.of(truth, data) : List.of(truth)),
        Misbehaviour.BAD_RECORD_MAC);
    assertMisbehaviour(
        lie((what, truth) -> what.isFinished() ? List.of(data, truth) : List.of(truth)),
        Misbehaviour.UNEXPECTED_RECORD);
  }

  @Test
  void no_early_data_comes_between_the_parts_of_its_end() throws TlsFailure {
    Said part = new Said(ContentType.HANDSHAKE, Arrays.copyOf(END, 2));
    Said rest = new Said(ContentType.HANDSHAKE, Arrays.copyOfRange(END, 2, END.length));
    assertMisbehaviour(
        lie((what, truth) -> what.isEnd() ? List.of(part, data(1), rest) : List.of(truth)),
        Misbehaviour.INTERLEAVED_MESSAGE);
  }

  @Test
  void there_is_as_much_early_data_as_the_ticket_says() throws TlsFailure {
    int half = Scenario.MAX_EARLY_DATA / 2;
    Duel all =
        lie((what, truth) -> what.isData() ? List.of(data(half), data(half)) : List.of(truth));
    assertThat(all.fight().victim().isEstablished()).isTrue();

    assertMisbehaviour(
        lie((what, truth) ->
            what.isData() ? List.of(data(half), data(half), data(1)) : List.of(truth)),
        Misbehaviour.TOO_MUCH_EARLY_DATA);
  }

  @Test
  void empty_early_data_comes_to_an_end() throws TlsFailure {
    assertMisbehaviour(
        lie((what, truth) -> what.isData() ? Collections.nCopies(33, data(0)) : List.of(truth)),
        Misbehaviour.TOO_MANY_EMPTY_RECORDS);
  }

  /// It is passed over up to a bound, which is more than a server takes.
  @ParameterizedTest
  @EnumSource(names = {"EARLY_DATA_REFUSED", "EARLY_DATA_RETRIED"})
  void refused_early_data_comes_to_an_end_too(Scenario scenario) throws TlsFailure {
    for (int records : new int[] {15, 17}) {
      Duel duel =
          lie(
              scenario,
              (what, truth) ->
                  what.isData() ? Collections.nCopies(records, data(1000)) : List.of(truth));
      if (records == 15) {
        assertThat(duel.fight().victim().isEstablished()).isTrue();
      } else {
        assertMisbehaviour(duel, Misbehaviour.TOO_MUCH_EARLY_DATA);
      }
    }
  }

  /// Nobody waits for it.
  @ParameterizedTest
  @EnumSource(names = {"EARLY_DATA_REFUSED", "EARLY_DATA_RETRIED", "RESUMED"})
  void what_was_not_taken_has_no_end(Scenario scenario) throws TlsFailure {
    assertMisbehaviour(
        lie(scenario, (what, truth) -> what.isFinished() ? List.of(end(), truth) : List.of(truth)),
        Misbehaviour.UNEXPECTED_MESSAGE);
  }

  @Test
  void a_server_takes_no_early_data_that_was_not_offered() throws TlsFailure {
    Duel duel = Duel.of(Scenario.RESUMED, true, accepting());

    assertMisbehaviour(duel, Misbehaviour.UNSOLICITED_EXTENSION);
  }

  @Test
  void a_server_takes_no_early_data_after_a_retry() throws TlsFailure {
    Duel duel = Duel.of(Scenario.EARLY_DATA_RETRIED, true, accepting());

    assertMisbehaviour(duel, Misbehaviour.UNSOLICITED_EXTENSION);
  }

  /// The key that such a server knows is another one, under which nothing was sent.
  @Test
  void a_server_takes_early_data_under_the_first_key_only() throws TlsFailure {
    Policy policy = TestPeer.policy().externalPsks(Scenario.KEYS).build();
    Duel duel = Duel.withLyingServer(policy, Scenario.EVERYTHING_RESUMED, accepting());

    assertMisbehaviour(duel, Misbehaviour.EARLY_DATA_MISMATCH);
  }

  /// EncryptedExtensions that accept early data.
  private static Lie accepting() {
    return (_, truth) -> {
      if (new What(truth).is(HandshakeType.ENCRYPTED_EXTENSIONS)) {
        EncryptedExtensions honest = (EncryptedExtensions) message(truth);
        List<Extension> answers = new ArrayList<>(honest.extensions().list());
        answers.add(new EarlyData.Indicated());
        return List.of(
            new Said(truth.type(), new EncryptedExtensions(Extensions.of(answers)).encode()));
      }
      return List.of(truth);
    };
  }

  private static HandshakeMessage message(Said said) {
    try {
      return HandshakeMessage.parse(said.content(), ProtocolVersion.TLS_1_3);
    } catch (PeerMisbehaved e) {
      throw new IllegalStateException(e);
    }
  }

  /// Something that a client says.
  private record What(Said said) {
    boolean isData() {
      return said.type() == ContentType.APPLICATION_DATA;
    }

    boolean isEnd() {
      return is(HandshakeType.END_OF_EARLY_DATA);
    }

    boolean isFinished() {
      return is(HandshakeType.FINISHED);
    }

    boolean is(HandshakeType type) {
      return said.type() == ContentType.HANDSHAKE && said.content()[0] == type.code();
    }
  }

  private interface Instead {
    List<Said> of(What what, Said truth);
  }

  private static Duel lie(Instead instead) {
    return lie(Scenario.EARLY_DATA, instead);
  }

  private static Duel lie(Scenario scenario, Instead instead) {
    return Duel.of(scenario, false, (_, truth) -> instead.of(new What(truth), truth));
  }

  private static Said end() {
    return new Said(ContentType.HANDSHAKE, END);
  }

  private static Said data(int length) {
    return new Said(ContentType.APPLICATION_DATA, new byte[length]);
  }

  private static Said twice(Said message) {
    byte[] both = Arrays.copyOf(message.content(), 2 * message.content().length);
    System.arraycopy(message.content(), 0, both, message.content().length, both.length / 2);
    return new Said(message.type(), both);
  }

  private static byte[] withHeader(HandshakeType type, int length) {
    byte[] message = new byte[HandshakeMessage.HEADER_LENGTH + length];
    message[0] = (byte) type.code();
    message[3] = (byte) length;
    return message;
  }

  private static void assertMisbehaviour(Duel duel, Misbehaviour misbehaviour) throws TlsFailure {
    Duel fought = duel.victim().isEstablished() ? duel : duel.fight();
    assertThat(fought.failure())
        .isInstanceOfSatisfying(
            PeerMisbehaved.class,
            failure -> assertThat(failure.misbehaviour()).isEqualTo(misbehaviour));
    assertThat(fought.victim().hasOutgoing()).isTrue();
  }
}
