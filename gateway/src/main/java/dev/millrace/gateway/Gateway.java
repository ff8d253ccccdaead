package dev.millrace.gateway;

import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.http.AccessLog;
import dev.millrace.gateway.http.HttpsServer;
import dev.millrace.gateway.http.RequestPath;
import dev.millrace.gateway.origin.FolderOrigin;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.origin.S3Origin;
import dev.millrace.gateway.settings.OriginLocation;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.gateway.slice.MemoryTier;
import dev.millrace.gateway.slice.Slices;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.S3Reader;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.credentials.AwsEnvironment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A running gateway.
public final class Gateway implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Gateway.class.getName());

  private final HttpsServer server;
  private final RequestPath path;
  private final Slices slices;

  private Gateway(HttpsServer server, RequestPath path, Slices slices) {
    this.server = server;
    this.path = path;
    this.slices = slices;
  }

  /// Starts a gateway that listens when this returns.
  ///
  /// The origin need not be there yet: a warning says so, and requests are answered with 502 until
  /// it is.
  ///
  /// @param log where a line per request goes, if the settings want one
  public static Gateway start(Settings settings, PrintStream log) throws IOException {
    return start(settings, AwsEnvironment.ofProcess(), log);
  }

  /// As [#start(Settings, PrintStream)], with the keys to an S3 origin found in `aws`.
  static Gateway start(Settings settings, AwsEnvironment aws, PrintStream log) throws IOException {
    Origin origin = origin(settings, aws);
    Retry retry = new Retry(settings.attempts(), Thread::sleep);
    Slices slices =
        new Slices(
            origin,
            new MemoryTier(settings.memorySize()),
            retry,
            settings.sliceSize(),
            settings.originFetches());
    RequestPath path =
        new RequestPath(
            settings.origin().bucket(),
            origin,
            retry,
            settings.factsTimeToLive(),
            slices,
            settings.clientTimeout(),
            settings.accessLog() ? AccessLog.to(log) : AccessLog.off());
    HttpsServer server =
        HttpsServer.start(settings, ServerCertificate.of(settings).context(settings.tls()), path);
    Thread.ofVirtual().name("probe").start(() -> probe(origin));
    return new Gateway(server, path, slices);
  }

  /// The port that the gateway listens on.
  public int port() {
    return server.port();
  }

  /// Stops listening, lets requests under way finish for a few seconds, and returns.
  @Override
  public void close() {
    server.close();
    path.close();
    // The server's timer keeps a stopped server, and all that it refers to, reachable.
    slices.close();
  }

  private static Origin origin(Settings settings, AwsEnvironment aws) throws IOException {
    return switch (settings.origin()) {
      case OriginLocation.Folder(String bucket, Path path) -> new FolderOrigin(bucket, path);
      case OriginLocation.S3 s3 -> {
        // What the JDK's HTTP client keeps of idle connections; it looks once, when first used.
        if (System.getProperty("http.maxConnections") == null) {
          System.setProperty("http.maxConnections", Integer.toString(settings.originFetches()));
        }
        yield new S3Origin(s3.bucket(), new S3Reader(s3Config(settings, s3, aws)));
      }
    };
  }

  private static S3Config s3Config(Settings settings, OriginLocation.S3 s3, AwsEnvironment aws)
      throws IOException {
    Path authority = s3.authority();
    return new S3Config(
        s3.endpoint(),
        s3.region(),
        aws.credentials(),
        context(settings.tls(), authority),
        settings.connectTimeout(),
        settings.readTimeout());
  }

  private static SSLContext context(TlsImplementation tls, @Nullable Path authority)
      throws IOException {
    try {
      return tls.context(null, authority == null ? null : TrustAnchors.trustManagers(authority));
    } catch (GeneralSecurityException e) {
      throw new IOException("no TLS to the origin: " + e.getMessage(), e);
    }
  }

  private static void probe(Origin origin) {
    try {
      origin.probe();
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the origin cannot be read now ({0}); requests fail until it can",
          e.getMessage());
    }
  }
}
