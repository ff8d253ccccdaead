package dev.millrace.gateway.command;

import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.credentials.CredentialsException;
import dev.millrace.s3.credentials.CredentialsSource;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The flags that say where a service is and how to talk to it.
final class ServiceFlags {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  private final AwsEnvironment environment;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "The service that s3:// stands for. Default: Amazon S3 in the region.")
  private @Nullable String endpoint;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "Default: that of the AWS environment.")
  private @Nullable String region;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "PEM certificates that vouch for the service, in place of the JDK's own.")
  private @Nullable Path authority;

  @Option(
      names = "--tls",
      paramLabel = "millrace|jdk",
      converter = TlsName.class,
      completionCandidates = TlsName.class,
      description = "Whose TLS protects connections. Default: millrace.")
  private TlsImplementation tls = TlsImplementation.MILLRACE;

  @Option(names = "--anonymous", description = "Do not sign requests.")
  private boolean anonymous;

  ServiceFlags(AwsEnvironment environment) {
    this.environment = environment;
  }

  /// How to reach the service that `address` is at.
  ///
  /// @throws CommandFailure where that makes no sense
  S3Config config(ObjectAddress address) {
    try {
      URI service = address.service();
      String region = region(isRegional(address));
      if (service == null) {
        service = endpoint == null ? S3Config.amazon(region) : url(endpoint);
      }
      boolean secure = "https".equalsIgnoreCase(service.getScheme());
      return S3Config.builder(service, region)
          .credentials(
              isSigned(address) ? environment.credentials() : CredentialsSource.anonymous())
          .tls(secure || authority != null ? tls() : null)
          .connectTimeout(CONNECT_TIMEOUT)
          .readTimeout(READ_TIMEOUT)
          .build();
    } catch (IllegalArgumentException | IOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  /// Whether requests for objects at `address` are signed.
  boolean isSigned(ObjectAddress address) {
    return address.service() == null && !anonymous;
  }

  /// Whether the region says where the service is.
  boolean isRegional(ObjectAddress address) {
    return address.service() == null && endpoint == null;
  }

  private SSLContext tls() throws IOException {
    try {
      return tls.context(null, authority == null ? null : TrustAnchors.trustManagers(authority));
    } catch (GeneralSecurityException e) {
      throw new IOException("no TLS to the service: " + e.getMessage(), e);
    }
  }

  private static URI url(String endpoint) {
    try {
      return new URI(endpoint);
    } catch (URISyntaxException e) {
      throw new CommandFailure(
          "--endpoint \"" + endpoint + "\" is not of the form https://HOST or https://HOST:PORT",
          e);
    }
  }

  /// The region to sign for.
  ///
  /// @param required whether the region says where the service is; otherwise any will do
  private String region(boolean required) throws CredentialsException {
    if (region != null) {
      return region;
    }
    Optional<String> usual = required ? environment.region() : environment.statedRegion();
    if (usual.isEmpty() && required) {
      throw new CommandFailure("no region: give --region, or set AWS_REGION", null);
    }
    return usual.orElse("us-east-1");
  }

  /// Reads the value of `--tls`, and offers what it can be. picocli makes one by its constructor
  /// without parameters.
  static final class TlsName implements ITypeConverter<TlsImplementation>, Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("millrace", "jdk").iterator();
    }

    @Override
    public TlsImplementation convert(String text) {
      return switch (text) {
        case "millrace" -> TlsImplementation.MILLRACE;
        case "jdk" -> TlsImplementation.JDK;
        default ->
            throw new TypeConversionException("\"" + text + "\" is neither millrace nor jdk");
      };
    }
  }
}
