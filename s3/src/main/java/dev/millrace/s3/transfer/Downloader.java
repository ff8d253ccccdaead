package dev.millrace.s3.transfer;

import dev.millrace.s3.S3Client;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.IOException;
import java.nio.file.Path;

/// Downloads objects into files, as fast as the network, the service and this machine allow.
///
/// Large objects are fetched over several connections, each of which reads a long run of bytes with
/// a ranged GET, whether the object was uploaded in parts or in one PUT. All name the ETag of the
/// first answer (If-Match), so that bytes of two versions never meet in a file. A body that breaks
/// is opened again at the byte at which it broke; a connection that is slow loses what it has not
/// begun to a faster one. Bytes go from the network into a buffer of 256 KiB for each connection
/// and from there to their place in the file, so memory is bounded by the number of connections.
///
/// The file is made beside its later name, `.NAME.millrace-part`, at its full length, and renamed
/// when it is whole: under its own name there is never a part of an object. What the service gives
/// a CRC of the whole for is verified on the way, at no second pass, by joining the CRCs of the
/// parts.
///
/// May be used by any number of threads at once.
public final class Downloader {
  private final S3Client client;
  private final DownloadOptions options;

  /// @param client with a connection for each that `options` ask for
  public Downloader(S3Client client, DownloadOptions options) {
    this.client = client;
    this.options = options;
  }

  /// Downloads the present version of an object into `target`, which is replaced if it exists.
  ///
  /// @throws dev.millrace.s3.S3Exception where the service refuses
  /// @throws ChangedObjectException where the object was replaced meanwhile
  /// @throws VerificationException where the bytes are not those that the service has
  /// @throws TargetException where the file cannot be written
  /// @throws IOException where the service cannot be reached, or breaks off for too often
  public Downloaded download(String bucket, String key, Path target) throws IOException {
    S3Client once = client.with(RetryPolicy.none());
    Transfer transfer =
        new Transfer(
            (range, etag) -> once.open(bucket, key, range, etag),
            client.url(bucket, key).toString(),
            options,
            client.retries().under(options.retries()));
    try (PartFile file = PartFile.open(target, options.resume())) {
      return transfer.to(file);
    }
  }
}
