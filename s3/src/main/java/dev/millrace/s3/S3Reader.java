package dev.millrace.s3;

import java.io.IOException;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads objects of an S3-compatible service and lists them.
///
/// Calls block; they may be made from any number of threads at once. Nothing is retried. A service
/// that answers with an error makes an [S3Exception]. One that cannot be talked to makes another
/// [IOException], whose message names host and port: [java.net.SocketTimeoutException] where it is
/// silent, [java.net.ConnectException] and [java.net.UnknownHostException] where it is not to be
/// reached, [javax.net.ssl.SSLException] where TLS fails.
///
/// A bucket or key that cannot exist makes an [IllegalArgumentException].
public final class S3Reader {
  /// The parameters that a listing may have. Others would make it another operation.
  public static final Set<String> LIST_PARAMETERS =
      Set.of(
          "list-type",
          "prefix",
          "delimiter",
          "max-keys",
          "start-after",
          "continuation-token",
          "fetch-owner",
          "encoding-type");

  public S3Reader(S3Config config) {}

  /// Asks whether the service answers and `bucket` may be used: returns if so.
  public void probe(String bucket) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// The facts of the object's present version.
  public ObjectFacts head(String bucket, String key) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Opens an object, or a part of it.
  ///
  /// @param range the bytes wanted, at least one; the whole object where null. What lies beyond the
  ///   object's end is left out; a range wholly beyond it makes an [S3Exception] of status 416.
  /// @param ifMatch the ETag of the only version wanted, with its quotation marks; where the
  ///   present version is another, an [S3Exception] of status 412 is thrown
  public ObjectBody get(
      String bucket, String key, @Nullable ByteRange range, @Nullable String ifMatch)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /// The answer to ListObjectsV2, in XML (UTF-8), at most 16 MiB.
  ///
  /// @param query the parameters, decoded, each one of [#LIST_PARAMETERS]; `list-type=2` is added
  ///   where it is missing
  public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
    throw new UnsupportedOperationException();
  }
}
