package dev.millrace.bench.s3.link.client;

import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.transfer.DownloadOptions;
import dev.millrace.s3.transfer.Downloader;
import java.net.URI;

/// Our [Downloader].
final class MillraceDownload {
  private MillraceDownload() {}

  static FileDownload open(URI object, int connections) {
    S3Client client =
        new S3Client(
            S3Config.builder(object.resolve("/"), "us-east-1")
                .credentials(
                    CredentialsSource.of(new Credentials(Upload.USER, Upload.PASSWORD, null)))
                .connections(connections)
                .build());
    Downloader downloader =
        new Downloader(client, DownloadOptions.standard().withConnections(connections));
    String[] path = object.getPath().split("/", 3);
    return file -> downloader.download(path[1], path[2], file);
  }
}
