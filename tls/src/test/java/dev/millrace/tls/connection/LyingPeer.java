package dev.millrace.tls.connection;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Endpoint;
import dev.millrace.tls.handshake.Established;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.Received;
import dev.millrace.tls.handshake.RecordLayer;
import dev.millrace.tls.handshake.Start;
import dev.millrace.tls.handshake.State;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.record.HandshakeJoiner;
import dev.millrace.tls.record.HandshakeJoiner.RawMessage;
import dev.millrace.tls.record.Opened;
import dev.millrace.tls.record.RecordOpener;
import dev.millrace.tls.record.RecordSealer;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.ProtocolVersion;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A peer that knows the protocol, and says what it likes: the states of a handshake say what an
/// honest peer would, a [Lie] makes of that what is really sent, and it is sealed under the keys of
/// the moment. So what is wrong is wrong inside of records that are right.
///
/// Not safe for use by several threads.
final class LyingPeer implements RecordLayer {
  /// Something to be sent.
  ///
  /// @param type of the record, or null if the content is to be sent as it is, header and all
  record Said(@Nullable ContentType type, byte[] content) {}

  /// Makes of each thing that an honest peer would say what is said instead.
  @FunctionalInterface
  interface Lie {
    /// What is said instead of the truth; nothing, where nothing is said.
    ///
    /// @param index of the truth among all that were to be told, from 0
    List<Said> instead(int index, Said truth);
  }

  /// No lie at all.
  static final Lie NONE = (index, truth) -> List.of(truth);

  private final boolean client;
  private final Endpoint endpoint;
  private final Lie lie;
  private final HandshakeJoiner joiner = new HandshakeJoiner(type -> 1 << 24);
  private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
  private RecordSealer sealer = RecordSealer.plaintext();
  private RecordOpener opener = RecordOpener.plaintext();
  private AeadAlgorithm aead = AeadAlgorithm.AES_128_GCM;
  private @Nullable TrafficSecret writeSecret;
  private @Nullable TrafficSecret readSecret;
  private @Nullable State state;
  private @Nullable TlsFailure failure;
  private EarlyDataSkipping skipping = EarlyDataSkipping.NONE;
  private int told;

  private LyingPeer(boolean client, Policy policy, TestPeer application, Lie lie) {
    this.client = client;
    this.lie = lie;
    endpoint = new Endpoint(policy, application, this);
  }

  /// @param application what it is asked and told
  static LyingPeer client(Policy policy, TestPeer application, Lie lie) {
    return new LyingPeer(true, policy, application, lie);
  }

  /// @param application what it is asked and told
  static LyingPeer server(Policy policy, TestPeer application, Lie lie) {
    return new LyingPeer(false, policy, application, lie);
  }

  void start() throws TlsFailure {
    state = client ? Start.client(endpoint) : Start.server(endpoint);
  }

  /// Whether its own handshake is complete.
  boolean isEstablished() {
    return state instanceof Established;
  }

  /// What it could not go on for, or null.
  @Nullable TlsFailure failure() {
    return failure;
  }

  /// Sends something besides what its handshake wants to.
  void say(Said said) throws LocalFailure {
    ContentType type = said.type();
    if (type == null) {
      wire.writeBytes(said.content());
      return;
    }
    // A ChangeCipherSpec is never protected: not in TLS 1.3, and in TLS 1.2 not before it.
    RecordSealer with = type == ContentType.CHANGE_CIPHER_SPEC ? RecordSealer.plaintext() : sealer;
    byte[] content = said.content();
    int start = 0;
    do {
      int length = Math.min(content.length - start, Records.MAX_PLAINTEXT);
      write(with, type, content, start, length);
      start += length;
    } while (start < content.length);
  }

  void say(ContentType type, byte[] content) throws LocalFailure {
    say(new Said(type, content));
  }

  void say(HandshakeMessage message) throws LocalFailure {
    say(ContentType.HANDSHAKE, message.encode());
  }

  /// Goes on to the next keys, after a KeyUpdate was said.
  void updateWriteKeys() {
    if (writeSecret != null) {
      writeWith(writeSecret.next(), aead);
    }
  }

  private void write(RecordSealer with, ContentType type, byte[] content, int start, int length)
      throws LocalFailure {
    if (length == 0 && type != ContentType.APPLICATION_DATA) {
      return;
    }
    byte[] record = new byte[with.sealedLength(length, 0)];
    with.seal(type, Records.VERSION, content, start, length, 0, record, 0);
    wire.writeBytes(record);
  }

  /// All that was said since this was asked for last.
  byte[] takeWire() {
    byte[] taken = wire.toByteArray();
    wire.reset();
    return taken;
  }

  /// Takes whole records, until it has no use for one.
  void receive(byte[] records) {
    ByteBuffer left = ByteBuffer.wrap(records);
    try {
      while (left.hasRemaining() && failure == null) {
        int length = Records.recordLength(left, Records.MAX_CIPHERTEXT_12);
        receive(records, left.position(), length);
        left.position(left.position() + length);
      }
    } catch (TlsFailure e) {
      failure = e;
    }
  }

  private void receive(byte[] in, int start, int length) throws TlsFailure {
    State now = state;
    if (now == null) {
      return;
    }
    boolean tls13 = now.version() == ProtocolVersion.TLS_1_3 || (client && now.version() == null);
    if (tls13 && Records.outerType(in, start) == ContentType.CHANGE_CIPHER_SPEC) {
      return;
    }
    if (skipping == EarlyDataSkipping.APPLICATION_DATA
        && Records.outerType(in, start) == ContentType.APPLICATION_DATA) {
      return;
    }
    byte[] out = new byte[Records.MAX_CIPHERTEXT_12];
    Opened opened;
    try {
      opened = opener.open(in, start, length, out, 0);
    } catch (PeerMisbehaved e) {
      if (skipping == EarlyDataSkipping.UNDECIPHERABLE) {
        return;
      }
      throw e;
    }
    switch (opened.type()) {
      case HANDSHAKE -> joiner.add(out, 0, opened.length());
      case CHANGE_CIPHER_SPEC -> state = now.onChangeCipherSpec();
      case ALERT, APPLICATION_DATA -> {
        // It has no ears for these.
      }
    }
    for (RawMessage raw = joiner.poll(); raw != null; raw = joiner.poll()) {
      State before = state;
      if (before != null) {
        state =
            before.on(
                new Received(
                    HandshakeMessage.parse(raw.encoding(), before.version()), raw.encoding()));
      }
    }
  }

  // What its handshake wants of the records

  /// @return what the honest side is to remember: the lie, where that is a message too, so that
  ///   both sides go on with the same transcript
  @Override
  public byte[] sendEncoded(byte[] truth) throws TlsFailure {
    List<Said> instead = tell(new Said(ContentType.HANDSHAKE, truth));
    return instead.size() == 1 && instead.getFirst().type() == ContentType.HANDSHAKE
        ? instead.getFirst().content()
        : truth;
  }

  @Override
  public void sendChangeCipherSpec() throws TlsFailure {
    tell(new Said(ContentType.CHANGE_CIPHER_SPEC, new byte[] {1}));
  }

  private List<Said> tell(Said truth) throws LocalFailure {
    Said own = new Said(truth.type(), Arrays.copyOf(truth.content(), truth.content().length));
    List<Said> instead = lie.instead(told++, own);
    for (Said each : instead) {
      say(each);
    }
    return instead;
  }

  @Override
  public void writeWith(TrafficSecret secret, AeadAlgorithm algorithm) {
    writeSecret = secret;
    aead = algorithm;
    sealer =
        RecordSealer.plaintext()
            .tls13(endpoint.policy().crypto(), algorithm, secret.keys(algorithm));
  }

  @Override
  public void readWith(TrafficSecret secret, AeadAlgorithm algorithm) {
    readSecret = secret;
    opener =
        RecordOpener.plaintext()
            .tls13(endpoint.policy().crypto(), algorithm, secret.keys(algorithm));
  }

  @Override
  public void writeWith(RecordKeys keys, AeadAlgorithm algorithm) {
    sealer = RecordSealer.plaintext().tls12(endpoint.policy().crypto(), algorithm, keys);
  }

  @Override
  public void readWith(RecordKeys keys, AeadAlgorithm algorithm) {
    opener = RecordOpener.plaintext().tls12(endpoint.policy().crypto(), algorithm, keys);
  }

  @Override
  public void updateReadKeys() {
    if (readSecret != null) {
      readWith(readSecret.next(), aead);
    }
  }

  @Override
  public void updateWriteKeysSoon() {}

  @Override
  public void writeInClear() {
    sealer = RecordSealer.plaintext();
  }

  @Override
  public void sendEarlyData(byte[] data) throws TlsFailure {
    tell(new Said(ContentType.APPLICATION_DATA, data));
  }

  @Override
  public void takeEarlyData(long maxBytes) {}

  @Override
  public void writeLimit(int bytes) {}

  @Override
  public void readLimit(int recordSizeLimit) {}

  @Override
  public void skipEarlyData(EarlyDataSkipping how) {
    skipping = how;
  }
}
