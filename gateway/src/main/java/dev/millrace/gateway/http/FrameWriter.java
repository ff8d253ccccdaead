package dev.millrace.gateway.http;

import dev.millrace.gateway.http.RefusedRequests.Reason;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Flag;
import io.helidon.http.http2.Http2GoAway;
import io.helidon.http.http2.Http2Settings;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/// Writes the frames of one connection of HTTP/2, one at a time: those of the server, and those by
/// which a connection ends without harm to any request.
///
/// RFC 9113, section 6.8: who is about to close a connection says so in advance, naming all streams
/// that there could be; and at the end the last of those that were answered, so that the client
/// knows which it can ask for elsewhere. https://www.rfc-editor.org/rfc/rfc9113#section-6.8
///
/// Safe for use by any number of threads.
final class FrameWriter implements DataWriter {
  private static final Http2Settings SETTINGS = Http2Settings.builder().build();

  private static final int HEAD = 9;
  private static final int TYPE = 3;
  private static final int GOAWAY = 7;

  private final DataWriter writer;
  private final IntSupplier lastStream;
  private final RefusedRequests refused;
  private final Lock writing = new ReentrantLock();

  /// @param lastStream the latest that the client has begun
  /// @param refused is told where the server ends the connection for what has come
  FrameWriter(DataWriter writer, IntSupplier lastStream, RefusedRequests refused) {
    this.writer = writer;
    this.lastStream = lastStream;
    this.refused = refused;
  }

  /// Asks the client to begin no more streams. Those that it does begin are answered.
  void announceEnd() {
    goAway(Integer.MAX_VALUE);
  }

  /// Says that streams which the client begins from now on are not answered.
  void end() {
    goAway(lastStream.getAsInt());
  }

  private void goAway(int last) {
    var frame =
        new Http2GoAway(last, Http2ErrorCode.NO_ERROR, "")
            .toFrameData(SETTINGS, 0, Http2Flag.NoFlags.create());
    writeNow(BufferData.create(frame.header().write(), frame.data()));
  }

  @Override
  public void write(BufferData... buffers) {
    alone(() -> writer.write(buffers));
  }

  @Override
  public void write(BufferData buffer) {
    alone(() -> writer.write(buffer));
  }

  @Override
  public void writeNow(BufferData... buffers) {
    alone(() -> writer.writeNow(buffers));
  }

  @Override
  public void writeNow(BufferData buffer) {
    noteRefusal(buffer);
    alone(() -> writer.writeNow(buffer));
  }

  @Override
  public void flush() {
    alone(writer::flush);
  }

  /// Looks whether a frame is a GOAWAY that blames the client (RFC 9113, section 6.8): there is no
  /// other sign of that. INTERNAL is what the server says to one that is gone, too.
  private void noteRefusal(BufferData frame) {
    if (frame.available() < HEAD + 8 || frame.get(TYPE) != GOAWAY) {
      return;
    }
    int code = frame.get(HEAD + 7);
    if (code == Http2ErrorCode.ENHANCE_YOUR_CALM.code()) {
      refused.add(Reason.FLOOD);
    } else if (code != Http2ErrorCode.NO_ERROR.code() && code != Http2ErrorCode.INTERNAL.code()) {
      refused.add(Reason.MALFORMED);
    }
  }

  private void alone(Runnable write) {
    writing.lock();
    try {
      write.run();
    } finally {
      writing.unlock();
    }
  }
}
