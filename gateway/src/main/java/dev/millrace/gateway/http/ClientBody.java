package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// The body of a request as the HTTP server hands it over, of the announced length and no other:
/// over HTTP/2 a stream that was reset looks like one that is over. One without an announced length
/// ends where it ends. Every failure is a [RefusedBody].
final class ClientBody extends InputStream {
  private final InputStream body;
  private final boolean isBounded;
  private long remaining;

  /// @param length -1 where it is not announced
  ClientBody(InputStream body, long length) {
    this.body = body;
    this.isBounded = length >= 0;
    this.remaining = length;
  }

  @Override
  public int read() throws RefusedBody {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws RefusedBody {
    if (length == 0) {
      return 0;
    }
    int count;
    try {
      count = body.read(into, offset, length);
    } catch (RuntimeException e) {
      throw RefusedBody.ofLostClient(e);
    } catch (IOException e) {
      throw RefusedBody.ofLostClient(new UncheckedIOException(e));
    }
    if (isBounded && (count < 0 ? remaining > 0 : count > remaining)) {
      throw new RefusedBody(
          new S3Error(
              Code.INCOMPLETE_BODY,
              "You did not provide the number of bytes specified by the Content-Length HTTP"
                  + " header."));
    }
    remaining -= Math.max(0, count);
    return count;
  }
}
