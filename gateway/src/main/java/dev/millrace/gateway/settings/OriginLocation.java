package dev.millrace.gateway.settings;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where the objects that the gateway serves come from. Each origin is one bucket.
public sealed interface OriginLocation {
  /// The bucket's name, which is the first segment of every path the gateway answers.
  String bucket();

  /// Whether requests that write pass through to it.
  default boolean isWritable() {
    return false;
  }

  /// A folder whose files are the objects of the bucket.
  record Folder(String bucket, Path path) implements OriginLocation {}

  /// A bucket of an S3-compatible service, addressed path-style.
  ///
  /// @param endpoint the service, scheme and authority alone
  /// @param authority a PEM file with the certificates that vouch for the endpoint; the JDK's own
  ///   where null
  /// @param isWritable whether requests that write pass through to it
  record S3(
      String bucket, URI endpoint, String region, @Nullable Path authority, boolean isWritable)
      implements OriginLocation {}
}
