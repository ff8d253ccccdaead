package dev.millrace.gateway.origin;

import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.s3.Request;
import dev.millrace.s3.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.SequencedMap;

/// Where objects come from when the gateway does not hold them.
///
/// Calls block and may be made from any number of threads. A call is tried once: retries are the
/// caller's. What goes wrong is an [OriginException] where its cause is known, and any other
/// [IOException] where the bytes just stopped.
public interface Origin extends AutoCloseable {
  /// The facts of the object's present version.
  ObjectFacts facts(ObjectName name) throws IOException;

  /// As the other, for who knows what the facts were.
  ///
  /// @return `known` itself where nothing has changed
  default ObjectFacts facts(ObjectName name, ObjectFacts known) throws IOException {
    ObjectFacts present = facts(name);
    return present.equals(known) ? known : present;
  }

  /// Opens `length` bytes of the object from `offset`, of the version that `etag` names and no
  /// other.
  ///
  /// The stream ends after `length` bytes, or earlier if the origin breaks off: callers count.
  InputStream open(ObjectName name, String etag, long offset, long length) throws IOException;

  /// Answers a listing of `bucket` as S3's ListObjectsV2 does, in XML (UTF-8).
  ///
  /// @param query the parameters of the request, decoded, in the order they came
  byte[] list(String bucket, SequencedMap<String, String> query) throws IOException;

  /// Has a request made that writes, or is about what is written.
  ///
  /// @throws OriginException with what the origin said as its cause, if it did not do it
  default Response send(Request request) throws IOException {
    throw new OriginException(Reason.INVALID_REQUEST, "this origin is only read", null);
  }

  /// Returns if the origin can be read now.
  void probe() throws IOException;

  /// Lets go of what is kept for later calls. Streams that are open can be read to their end.
  @Override
  default void close() {}
}
