package dev.millrace.s3;

import java.io.IOException;
import java.io.InputStream;

/// Bytes of one version of an object, still to be read. To be closed.
///
/// @param facts what the store says of this version
/// @param range the bytes that `stream` carries, of all that the object has
/// @param stream exactly `range.length()` bytes. A read throws an [IOException] where the store
///   stops sending too early, and [java.net.SocketTimeoutException] where it falls silent for
///   longer than [S3Config#readTimeout()]. Closing it early drops the connection if much is left.
public record ObjectBody(ObjectFacts facts, ByteRange range, InputStream stream)
    implements AutoCloseable {
  @Override
  public void close() throws IOException {
    stream.close();
  }
}
