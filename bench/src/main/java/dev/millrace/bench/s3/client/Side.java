package dev.millrace.bench.s3.client;

import dev.millrace.tls.MillraceProvider;
import java.security.GeneralSecurityException;
import java.util.Locale;
import javax.net.ssl.SSLContext;

/// Whose client it is, with the best of what it can be set to. Each lives in a JVM of its own.
public enum Side {
  /// A loop around a socket, which knows no more of HTTP than it must: the floor.
  BARE,
  /// The same loop over our TLS.
  BARE_MILLRACE,
  /// Our S3 client, over our TLS.
  MILLRACE,
  /// The JDK's [java.net.HttpURLConnection].
  URL_CONNECTION,
  /// The JDK's [java.net.http.HttpClient].
  JDK_HTTP_CLIENT,
  /// Apache HttpClient 5.
  APACHE,
  /// OkHttp 5.
  OKHTTP,
  /// `S3Client` of the AWS SDK over `url-connection-client`.
  SDK_URL_CONNECTION,
  /// `S3Client` over `apache5-client`.
  SDK_APACHE,
  /// `S3AsyncClient` over `netty-nio-client`.
  SDK_NETTY,
  /// `S3Client` over `aws-crt-client`.
  SDK_CRT,
  /// `S3Client` over our client, over our TLS.
  SDK_MILLRACE,
  /// `S3AsyncClient` over our client, over our TLS.
  SDK_MILLRACE_ASYNC;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether it differs from all others where there is no TLS.
  public boolean isOfUseWithoutTls() {
    return this != BARE_MILLRACE;
  }

  /// Opens the client; once in a JVM, whose system properties it may set.
  ///
  /// @param connections how many of them are used at the same time at most
  public Client open(int connections) throws GeneralSecurityException {
    return switch (this) {
      case BARE -> new SocketClient(SSLContext.getDefault());
      case BARE_MILLRACE -> new SocketClient(millrace());
      case MILLRACE -> new MillraceClient(millrace(), connections);
      case URL_CONNECTION -> UrlConnectionClient.open(connections);
      case JDK_HTTP_CLIENT -> JdkClient.open();
      case APACHE -> ApacheClient.open(connections);
      case OKHTTP -> SquareClient.open(connections);
      case SDK_URL_CONNECTION -> SdkTransports.urlConnection(connections);
      case SDK_APACHE -> SdkTransports.apache(connections);
      case SDK_NETTY -> SdkTransports.netty(connections);
      case SDK_CRT -> SdkTransports.crt(connections);
      case SDK_MILLRACE -> SdkTransports.millrace(millrace(), connections);
      case SDK_MILLRACE_ASYNC -> SdkTransports.millraceAsync(millrace(), connections);
    };
  }

  private static SSLContext millrace() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS", new MillraceProvider());
    context.init(null, null, null);
    return context;
  }
}
