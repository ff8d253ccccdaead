package dev.millrace.gateway.command;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.credentials.CredentialsException;
import dev.millrace.s3.credentials.CredentialsSource;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `millrace get`: fetches one object into a file or to standard output.
@Command(name = "get", description = "Fetch one object into a file.")
public final class GetCommand implements Callable<Integer> {
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  private final AwsEnvironment environment;

  @Parameters(
      index = "0",
      paramLabel = "OBJECT",
      description =
          "s3://BUCKET/KEY, signed with the keys of the AWS environment; or"
              + " https://HOST[:PORT]/BUCKET/KEY, not signed.")
  private String object = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      arity = "0..1",
      description = "Where to write; - for standard output. Default: the last part of the key.")
  private @Nullable String file;

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
      names = "--range",
      paramLabel = "A-B",
      description = "Only the bytes from A to B, counted from 0, both included.")
  private @Nullable String range;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "PEM certificates that vouch for the service, in place of the JDK's own.")
  private @Nullable Path authority;

  @Option(names = "--anonymous", description = "Do not sign the request.")
  private boolean anonymous;

  public GetCommand() {
    this(AwsEnvironment.ofProcess());
  }

  GetCommand(AwsEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    ObjectAddress address = ObjectAddress.parse(object);
    Download target = Download.to(file == null ? address.fileName() : file);
    try (S3Client client = new S3Client(config(address));
        ObjectBody body = client.open(address.bucket(), address.key(), wantedRange(), null)) {
      target.write(body.stream());
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(object + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandFailure("cannot get " + object + ": " + cause(e), e);
    }
    return 0;
  }

  private S3Config config(ObjectAddress address) {
    try {
      SSLContext tls = authority == null ? null : TrustAnchors.sslContext(authority);
      URI service = address.service();
      String region = region(service == null && endpoint == null);
      if (service == null) {
        service = endpoint == null ? S3Config.amazon(region) : url(endpoint);
      }
      boolean signed = address.service() == null && !anonymous;
      CredentialsSource credentials =
          signed ? environment.credentials() : CredentialsSource.anonymous();
      return S3Config.builder(service, region)
          .credentials(credentials)
          .tls(tls)
          .connectTimeout(CONNECT_TIMEOUT)
          .readTimeout(READ_TIMEOUT)
          .build();
    } catch (IllegalArgumentException | IOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
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

  private @Nullable ByteRange wantedRange() {
    if (range == null) {
      return null;
    }
    Matcher ends = RANGE.matcher(range);
    if (ends.matches()) {
      long first = Long.parseLong(ends.group(1));
      long last = Long.parseLong(ends.group(2));
      if (first <= last) {
        return new ByteRange(first, last - first + 1);
      }
    }
    throw new CommandFailure(
        "--range \"" + range + "\" is not A-B, two byte positions of which A is not greater", null);
  }

  private String cause(IOException e) {
    String remedy =
        switch (e) {
          case S3Exception refusal ->
              switch (refusal.status()) {
                case 301, 307, 400 -> "check --region and --endpoint";
                case 401, 403 ->
                    anonymous || !object.startsWith("s3:")
                        ? "use s3:// without --anonymous, so that the request is signed"
                        : "check the credentials";
                case 404 -> "check the bucket and the key";
                case 416 -> "check --range";
                default -> "try again later";
              };
          case CredentialsException _ -> "or give --anonymous";
          case UnknownHostException _ -> "check the name and the network";
          case ConnectException _ -> "check that the service runs there";
          case SocketTimeoutException _ -> "check the network, or try again later";
          case SSLException _ -> "if the service has its own authority, give it with --cacert";
          default -> "try again";
        };
    return e.getMessage() + "; " + remedy;
  }
}
