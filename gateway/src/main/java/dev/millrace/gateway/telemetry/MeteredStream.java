package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.telemetry.OriginMeter.Question;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// A slice on its way from the origin, which is counted once it is closed. Used by one thread.
final class MeteredStream extends FilterInputStream {
  private final long length;
  private final OriginMeter meter;
  private final OriginWatch watch;
  private final OriginFetchEvent event;
  private long received;
  private boolean isOver;
  private @Nullable IOException failure;

  /// @param length of what was asked for
  /// @param event of the question that it answers
  MeteredStream(
      InputStream in, long length, OriginMeter meter, OriginWatch watch, OriginFetchEvent event) {
    super(in);
    this.length = length;
    this.meter = meter;
    this.watch = watch;
    this.event = event;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    try {
      int read = in.read(bytes, offset, count);
      if (read > 0) {
        received += read;
      } else if (read < 0 && received < length) {
        failure = new EOFException("the origin broke off");
      }
      return read;
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    if (!isOver) {
      isOver = true;
      meter.received(received);
      IOException broken = failure;
      if (broken == null) {
        meter.succeeded(Question.SLICE);
        event.over(received, OriginMeter.OK);
      } else {
        meter.failed(Question.SLICE, broken);
        event.over(received, OriginMeter.result(broken));
        watch.failed(broken);
      }
    }
    super.close();
  }
}
