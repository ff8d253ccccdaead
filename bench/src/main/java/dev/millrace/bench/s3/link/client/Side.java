package dev.millrace.bench.s3.link.client;

import java.net.URI;
import java.util.Locale;

/// Whose download it is, with the best of what it can be set to. Each lives in a JVM of its own.
public enum Side {
  /// Our `Downloader`.
  MILLRACE,
  /// `S3TransferManager` over the client of S3 that is written in C, `S3CrtAsyncClient`.
  SDK_CRT,
  /// `S3TransferManager` over `S3AsyncClient` in Java, with Netty.
  SDK_NETTY,
  /// A loop around a stream, over the one connection that it has: the floor.
  LOOP;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Opens it; once in a JVM.
  ///
  /// @param object its path is a bucket and a key of one segment each
  /// @param connections how many of them are used
  public FileDownload open(URI object, int connections) {
    return switch (this) {
      case MILLRACE -> MillraceDownload.open(object, connections);
      case SDK_CRT -> SdkDownload.crt(object, connections);
      case SDK_NETTY -> SdkDownload.netty(object, connections);
      case LOOP -> new LoopDownload(object);
    };
  }
}
