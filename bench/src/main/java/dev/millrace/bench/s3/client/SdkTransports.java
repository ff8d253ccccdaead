package dev.millrace.bench.s3.client;

import dev.millrace.s3.awssdk.MillraceAsyncHttpClient;
import dev.millrace.s3.awssdk.MillraceHttpClient;
import io.netty.handler.ssl.SslProvider;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/// The HTTP clients that the AWS SDK brings, each with as many connections as are used, kept for as
/// long as the server keeps them.
final class SdkTransports {
  private static final Duration KEPT = Duration.ofHours(1);

  private SdkTransports() {}

  static Client urlConnection(int connections) {
    UrlConnectionClient.keep(connections);
    return new SdkClient(UrlConnectionHttpClient.create());
  }

  static Client apache(int connections) {
    return new SdkClient(
        Apache5HttpClient.builder()
            .maxConnections(connections)
            .connectionMaxIdleTime(KEPT)
            .expectContinueEnabled(false)
            .tcpKeepAlive(true)
            .useIdleConnectionReaper(false)
            .build());
  }

  /// With BoringSSL, which is the faster of its two kinds of TLS.
  static Client netty(int connections) {
    return new SdkAsyncClient(
        NettyNioAsyncHttpClient.builder()
            .maxConcurrency(connections)
            .connectionMaxIdleTime(KEPT)
            .sslProvider(SslProvider.OPENSSL)
            .tcpKeepAlive(true)
            .useIdleConnectionReaper(false)
            .build());
  }

  /// The blocking one: the other takes more processor time for small objects, and less for large
  /// ones. Certificates are not checked: it trusts those of the operating system, and can be told
  /// of no others.
  static Client crt(int connections) {
    return new SdkClient(
        AwsCrtHttpClient.builder()
            .maxConcurrency(connections)
            .connectionMaxIdleTime(KEPT)
            .buildWithDefaults(
                AttributeMap.builder()
                    .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
                    .build()));
  }

  static Client millrace(SSLContext tls, int connections) {
    return new SdkClient(
        MillraceHttpClient.builder()
            .maxConnections(connections)
            .connectionMaxIdleTime(KEPT)
            .tlsContext(tls)
            .build());
  }

  static Client millraceAsync(SSLContext tls, int connections) {
    return new SdkAsyncClient(
        MillraceAsyncHttpClient.builder()
            .maxConnections(connections)
            .connectionMaxIdleTime(KEPT)
            .tlsContext(tls)
            .build());
  }
}
