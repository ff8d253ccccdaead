package dev.millrace.conformance.exchange;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.conformance.flag.Unimplemented;
import dev.millrace.conformance.stack.Endpoint;
import dev.millrace.conformance.stack.Outcome.EarlyData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.ExtendedSSLSession;

/// What is done on one connection: the handshake, what the test wants written, then every byte that
/// comes is sent back with all its bits flipped, until the peer closes.
final class Exchange {
  /// Small, so that records are read in several pieces.
  private static final int READ_SIZE = 512;

  /// Around the sizes of records.
  private static final int[] WRITE_SIZES = {
    0, 1, 255, 256, 257, 16383, 16384, 16385, 32767, 32768, 32769
  };

  private final ShimOptions options;
  private final ShimOptions retry;
  private final boolean resumes;
  private final Endpoint endpoint;
  private final TlsChannel channel;
  private final boolean rejected;

  /// @param options what the test asks of this connection
  /// @param retry what it asks after early data was rejected
  /// @param resumes whether there was a connection before this one
  Exchange(
      ShimOptions options,
      ShimOptions retry,
      boolean resumes,
      Endpoint endpoint,
      TlsChannel channel) {
    this(options, retry, resumes, endpoint, channel, false);
  }

  private Exchange(
      ShimOptions options,
      ShimOptions retry,
      boolean resumes,
      Endpoint endpoint,
      TlsChannel channel,
      boolean rejected) {
    this.options = options;
    this.retry = retry;
    this.resumes = resumes;
    this.endpoint = endpoint;
    this.channel = channel;
    this.rejected = rejected;
  }

  /// @throws ExpectationFailed if the connection is not as the test wants it
  void run() throws IOException, ExpectationFailed {
    channel.begin();
    if (!options.has(Flag.IMPLICIT_HANDSHAKE)) {
      handshake();
    }
    boolean early = earlyData() == EarlyData.UNDER_WAY;
    if (options.has(Flag.EXPORT_TRAFFIC_SECRETS)) {
      channel.write(trafficSecrets());
    }
    if (options.has(Flag.EXPORT_KEYING_MATERIAL)) {
      channel.write(exported());
    }
    if (early && !options.isServer() && isRejected()) {
      if (retry.has(Flag.VERIFY_FAIL)) {
        throw new Unimplemented("trust that is lost in the middle of a handshake");
      }
      new Exchange(retry, retry, resumes, endpoint, channel, true).run();
      return;
    }
    if (options.has(Flag.WRITE_DIFFERENT_RECORD_SIZES)) {
      writeDifferentSizes();
    } else {
      writeInitially();
      if (!options.has(Flag.SHIM_SHUTS_DOWN)) {
        echo();
      }
    }
    Expectations expectations = new Expectations(options, resumes, endpoint);
    if (early) {
      expectations.checkHandshake();
    }
    expectations.checkEnd();
    shutDown();
  }

  /// Stops as soon as early data can flow: a server answers it then. What was negotiated is shown
  /// when the handshake is over, and is checked at the end.
  private void handshake() throws IOException, ExpectationFailed {
    channel.handshake(() -> earlyData() == EarlyData.UNDER_WAY);
    if (options.has(Flag.HANDSHAKE_NEVER_DONE)) {
      throw new ExpectationFailed("the handshake was completed");
    }
    Expectations expectations = new Expectations(options, resumes, endpoint);
    expectations.checkOffer();
    if (earlyData() != EarlyData.UNDER_WAY) {
      expectations.checkHandshake();
    }
  }

  private EarlyData earlyData() {
    return endpoint.outcome().earlyData();
  }

  /// Sees the handshake through. What was sent early is lost if the server rejected it: then the
  /// test has other options for what follows.
  private boolean isRejected() throws IOException {
    channel.handshake(() -> false);
    return earlyData() == EarlyData.REJECTED && options.has(Flag.EXPECT_REJECT_EARLY_DATA);
  }

  private byte[] exported() throws IOException {
    if (options.isServer() && earlyData() == EarlyData.UNDER_WAY) {
      throw new Unimplemented("keys exported before the client has finished");
    }
    var session = (ExtendedSSLSession) endpoint.engine().getSession();
    return session.exportKeyingMaterialData(
        options.text(Flag.EXPORT_LABEL).orElse(""),
        options.has(Flag.USE_EXPORT_CONTEXT)
            ? options.text(Flag.EXPORT_CONTEXT).orElse("").getBytes(StandardCharsets.ISO_8859_1)
            : null,
        options.number(Flag.EXPORT_KEYING_MATERIAL, 0));
  }

  /// Both traffic secrets, that for reading first, with the length of one before.
  private byte[] trafficSecrets() {
    Endpoint.TrafficSecrets secrets = endpoint.trafficSecrets();
    int length = secrets.read().length;
    return ByteBuffer.allocate(Short.BYTES + 2 * length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort((short) length)
        .put(secrets.read())
        .put(secrets.write())
        .array();
  }

  private void writeDifferentSizes() throws IOException {
    for (int size : WRITE_SIZES) {
      var bytes = new byte[size];
      Arrays.fill(bytes, (byte) 0x42);
      channel.write(bytes);
    }
  }

  private void writeInitially() throws IOException {
    byte[] bytes =
        options.text(Flag.SHIM_INITIAL_WRITE).orElse("hello").getBytes(StandardCharsets.ISO_8859_1);
    int early = rejected ? 0 : endpoint.earlyBytes();
    if (options.has(Flag.READ_WITH_UNFINISHED_WRITE)) {
      if (early > 0) {
        throw new Unimplemented("an unfinished write of early data");
      }
      channel.writeUnfinished(bytes);
    } else if (options.has(Flag.SHIM_WRITES_FIRST)) {
      if (early < bytes.length) {
        channel.write(Arrays.copyOfRange(bytes, early, bytes.length));
      }
      for (int i = 1; i < options.number(Flag.REPEAT_SHIM_INITIAL_WRITE, 1); i++) {
        channel.write(bytes);
      }
    }
  }

  private void echo() throws IOException {
    var buffer = new byte[options.number(Flag.READ_SIZE, READ_SIZE)];
    while (true) {
      if (options.has(Flag.KEY_UPDATE_BEFORE_READ)) {
        endpoint.updateKeys();
        channel.flushEngine();
      }
      int count = channel.read(buffer);
      if (count < 0) {
        return;
      }
      if (options.has(Flag.KEY_UPDATE)) {
        endpoint.updateKeys();
      }
      var flipped = new byte[count];
      for (int i = 0; i < count; i++) {
        flipped[i] = (byte) ~buffer[i];
      }
      channel.write(flipped);
    }
  }

  /// Without the flag the connection ends with the socket, as BoringSSL's "quiet shutdown" does.
  private void shutDown() throws IOException, ExpectationFailed {
    if (!options.has(Flag.CHECK_CLOSE_NOTIFY)) {
      return;
    }
    channel.closeOutbound();
    if (options.has(Flag.SHIM_SHUTS_DOWN) && channel.read(new byte[READ_SIZE]) >= 0) {
      throw new ExpectationFailed(":APPLICATION_DATA_ON_SHUTDOWN:");
    }
    channel.closeInbound();
  }
}
