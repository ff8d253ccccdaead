package dev.millrace.gateway;

import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.http.OtherNodes;
import dev.millrace.gateway.http.RequestPath;
import dev.millrace.gateway.origin.FolderOrigin;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.S3Origin;
import dev.millrace.gateway.otlp.CurrentSpan;
import dev.millrace.gateway.settings.OriginLocation;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Makes the origin that settings name.
final class OriginAssembly {
  private OriginAssembly() {}

  /// @param aws where the keys to an S3 origin are found
  static Origin origin(Settings settings, AwsEnvironment aws) throws IOException {
    return switch (settings.origin()) {
      case OriginLocation.Folder(String bucket, Path path) -> new FolderOrigin(bucket, path);
      case OriginLocation.S3 s3 ->
          new S3Origin(s3.bucket(), new S3Client(s3Config(settings, s3, aws)));
    };
  }

  /// Who is told of what is written; null where nothing can be.
  static @Nullable OtherNodes writers(Settings settings, @Nullable Fleet fleet) {
    if (!settings.origin().isWritable()) {
      return null;
    }
    return fleet == null ? OtherNodes.NONE : fleet::forget;
  }

  private static S3Config s3Config(Settings settings, OriginLocation.S3 s3, AwsEnvironment aws)
      throws IOException {
    // Questions for facts and listings are not counted among the fetches.
    int connections = Math.addExact(settings.originFetches(), 256);
    int writes = s3.isWritable() ? RequestPath.MOST_WRITES : 0;
    return S3Config.builder(s3.endpoint(), s3.region())
        .credentials(aws.credentials())
        .tls(context(settings.tls(), s3.authority()))
        .connectTimeout(settings.connectTimeout())
        .readTimeout(settings.readTimeout())
        .connections(Math.addExact(connections, writes))
        .retries(RetryPolicy.none())
        .unsignedHeaders(CurrentSpan::headers)
        .build();
  }

  private static SSLContext context(TlsImplementation tls, @Nullable Path authority)
      throws IOException {
    try {
      return tls.context(null, authority == null ? null : TrustAnchors.trustManagers(authority));
    } catch (GeneralSecurityException e) {
      throw new IOException("no TLS to the origin: " + e.getMessage(), e);
    }
  }
}
