package dev.millrace.s3.awssdk;

import dev.millrace.s3.testing.S3ProxyOrigin;
import dev.millrace.tls.MillraceProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.TlsTrustManagersProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3BaseClientBuilder;

/// How the SDK's clients reach s3proxy.
final class TestService {
  /// Over what they can reach it.
  enum Way {
    PLAIN,
    TLS_OF_THE_JDK,
    TLS_OF_MILLRACE
  }

  private TestService() {}

  /// The endpoint of `service`, for which `builder` is told whom to trust.
  static URI reach(S3ProxyOrigin service, Way way, ClientBuilder<?> builder)
      throws IOException, GeneralSecurityException {
    TlsTrustManagersProvider trust = trusting(service.certificate().pem());
    switch (way) {
      case PLAIN -> {
        return service.http();
      }
      case TLS_OF_THE_JDK -> builder.tlsTrustManagersProvider(trust);
      case TLS_OF_MILLRACE -> {
        SSLContext context = SSLContext.getInstance("TLS", new MillraceProvider());
        context.init(null, trust.trustManagers(), null);
        builder.tlsContext(context);
      }
    }
    return service.https();
  }

  /// Whoever trusts the certificate in `pem` alone.
  static TlsTrustManagersProvider trusting(Path pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var in = Files.newInputStream(pem)) {
      store.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory::getTrustManagers;
  }

  static <B extends AwsClientBuilder<B, C> & S3BaseClientBuilder<B, C>, C> B to(
      URI endpoint, S3ProxyOrigin service, B builder) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.of(S3ProxyOrigin.REGION))
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(
                    service.credentials().accessKeyId(), service.credentials().secretAccessKey())));
  }
}
