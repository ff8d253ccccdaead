package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.http.ContentStreamProvider;

/// A body that comes from a stream, which the SDK closes. Of a stream that is longer than announced
/// the rest is not read.
record StreamBody(ContentStreamProvider content, long length) implements RequestBody {
  private static final int BUFFER = 64 << 10;

  @Override
  public void writeTo(OutputStream out) throws IOException {
    InputStream in = content.newStream();
    long left = length < 0 ? Long.MAX_VALUE : length;
    byte[] buffer = new byte[(int) Math.min(left, BUFFER)];
    while (left > 0) {
      int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (count < 0) {
        return;
      }
      out.write(buffer, 0, count);
      left -= count;
    }
  }
}
