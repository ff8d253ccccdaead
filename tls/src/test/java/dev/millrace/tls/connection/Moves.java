package dev.millrace.tls.connection;

import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.message.MessageSamples;
import dev.millrace.tls.message.NewSessionTicket;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;
import java.util.List;

/// What both sides of a [Duel] do, at any time of the handshake and after it, read from bytes:
///
/// ```
/// uint8 kind;    of the move, modulo their number
/// uint8 value;
/// ```
final class Moves {
  private static final int LENGTH = 2;
  private static final byte[] CLOSE_NOTIFY = {1, 0};
  private static final byte[] NOTHING = {};

  private enum Kind {
    /// Each hears what the other has said.
    EXCHANGE,
    DATA,
    EMPTY_RECORDS,
    KEY_UPDATES,
    /// The keys stay as they are.
    KEY_UPDATE_ONLY_SAID,
    TICKETS,
    ANY_MESSAGE,
    PART_OF_A_MESSAGE,
    ALERT,
    CHANGE_CIPHER_SPEC,
    CLOSE,
    VICTIM_SENDS,
    VICTIM_UPDATES_KEYS,
    VICTIM_CLOSES_OUTBOUND,
    VICTIM_CLOSES_INBOUND,
    VICTIM_CLOSES,
    TRANSPORT_ENDS
  }

  private static final Kind[] KINDS = Kind.values();

  private Moves() {}

  /// Makes the moves in bytes, from one on; what is left of a whole one is passed over.
  static void make(Duel duel, byte[] bytes, int start) throws TlsFailure {
    for (int at = start; at + LENGTH <= bytes.length; at += LENGTH) {
      make(duel, KINDS[Math.floorMod(bytes[at], KINDS.length)], bytes[at + 1] & 0xFF);
    }
    duel.goOn();
  }

  private static void make(Duel duel, Kind kind, int value) throws TlsFailure {
    LyingPeer liar = duel.liar();
    switch (kind) {
      case EXCHANGE -> duel.exchange();
      case DATA -> liar.say(ContentType.APPLICATION_DATA, new byte[64 * value]);
      case EMPTY_RECORDS -> repeat(value, () -> liar.say(ContentType.APPLICATION_DATA, NOTHING));
      case KEY_UPDATES ->
          repeat(
              value,
              () -> {
                liar.say(new KeyUpdate(value % 2 == 0));
                liar.updateWriteKeys();
              });
      case KEY_UPDATE_ONLY_SAID -> liar.say(new KeyUpdate(value % 2 == 0));
      case TICKETS -> repeat(value, () -> liar.say(ticket(value)));
      case ANY_MESSAGE -> liar.say(sample(value));
      case PART_OF_A_MESSAGE -> {
        byte[] encoding = sample(value).encode();
        liar.say(ContentType.HANDSHAKE, Arrays.copyOf(encoding, 1 + value % encoding.length));
      }
      case ALERT ->
          liar.say(ContentType.ALERT, new byte[] {(byte) (value % 4), (byte) (value / 2)});
      case CHANGE_CIPHER_SPEC ->
          repeat(value, () -> liar.say(ContentType.CHANGE_CIPHER_SPEC, new byte[] {1}));
      case CLOSE -> liar.say(ContentType.ALERT, CLOSE_NOTIFY);
      case VICTIM_SENDS -> duel.victimSends(64 * value);
      case VICTIM_UPDATES_KEYS -> duel.victim().requestKeyUpdate(value % 2 == 0);
      case VICTIM_CLOSES_OUTBOUND -> duel.victim().closeOutbound();
      case VICTIM_CLOSES_INBOUND -> duel.victim().closeInbound();
      case VICTIM_CLOSES -> duel.victim().close();
      case TRANSPORT_ENDS -> duel.endTransport();
    }
  }

  private interface Speech {
    void say() throws TlsFailure;
  }

  /// Some times, up to 63.
  private static void repeat(int value, Speech speech) throws TlsFailure {
    for (int i = 0; i <= value % 64; i++) {
      speech.say();
    }
  }

  private static NewSessionTicket ticket(int value) {
    return new NewSessionTicket(
        4000L * value,
        value,
        new byte[value % 3],
        new byte[1 + 100 * value],
        value % 2 == 0 ? Extensions.NONE : Extensions.of(new EarlyData.Limit(value)));
  }

  private static HandshakeMessage sample(int value) {
    ProtocolVersion version = value % 2 == 0 ? ProtocolVersion.TLS_1_3 : ProtocolVersion.TLS_1_2;
    List<HandshakeMessage> samples = MessageSamples.of(version);
    return samples.get(value / 2 % samples.size());
  }
}
