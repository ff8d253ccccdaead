package dev.millrace.s3.credentials;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Keys that the surroundings of a container hand out: ECS's task roles, EKS's Pod Identity, and
/// what speaks like them.
///
/// The address comes from a variable, and what is asked there carries a secret. So plain HTTP goes
/// to this machine and to the three addresses of AWS alone. Source: AWS SDKs and Tools Reference
/// Guide, "Container credential provider".
final class ContainerCredentials implements Place, Issuer {
  private static final String RELATIVE = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI";
  private static final String FULL = "AWS_CONTAINER_CREDENTIALS_FULL_URI";
  private static final String TOKEN = "AWS_CONTAINER_AUTHORIZATION_TOKEN";
  private static final String TOKEN_FILE = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE";
  private static final String ECS = "http://169.254.170.2";
  private static final Set<InetAddress> TRUSTED =
      Set.of(
          InetAddress.ofLiteral("169.254.170.2"),
          InetAddress.ofLiteral("169.254.170.23"),
          InetAddress.ofLiteral("fd00:ec2::23"));
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /// For how long keys are taken for good whose end is not told.
  private static final Duration USUAL_LIFE = Duration.ofHours(1);

  private final Variables variables;
  private final MetadataHttp http;
  private final InstantSource clock;
  private final CredentialsSource keys;

  ContainerCredentials(
      Variables variables, MetadataHttp http, InstantSource clock, RandomGenerator random) {
    this.variables = variables;
    this.http = http;
    this.clock = clock;
    this.keys = new RefreshedCredentials(this, clock, random);
  }

  @Override
  public Optional<CredentialsSource> source() {
    return variables.has(RELATIVE) || variables.has(FULL) ? Optional.of(keys) : Optional.empty();
  }

  @Override
  public String absence() {
    return "neither " + RELATIVE + " nor " + FULL + " is set";
  }

  @Override
  public Lease issue() throws CredentialsException {
    URI uri = uri();
    // The rest of the address is not for others to see: whoever has it may ask for the keys.
    KeyService service =
        new KeyService(
            "the container's credentials service at "
                + uri.getScheme()
                + "://"
                + uri.getRawAuthority(),
            http);
    Map<String, String> headers =
        authorization().map(token -> Map.of("authorization", token)).orElse(Map.of());
    MetadataHttp.Answer answer =
        service.ask(new MetadataHttp.Question("GET", uri, headers, new byte[0], PATIENCE));

    Map<String, String> parts = JsonParts.of(answer.body()).orElse(null);
    if (answer.status() != 200) {
      Map<String, String> said = parts == null ? Map.of() : parts;
      throw service.refusal(
          answer.status(), said.getOrDefault("code", ""), said.getOrDefault("message", ""));
    }
    if (parts == null) {
      throw service.failure("answers with broken JSON");
    }
    parts.putIfAbsent("Expiration", clock.instant().plus(USUAL_LIFE).toString());
    return service.lease(parts, "Token");
  }

  private URI uri() throws CredentialsException {
    String relative = variables.orNull(RELATIVE);
    if (relative != null) {
      if (!relative.startsWith("/")) {
        throw new CredentialsException(RELATIVE + " does not begin with /", null);
      }
      return KeyService.uri(RELATIVE, ECS + relative);
    }
    URI uri = KeyService.uri(FULL, variables.get(FULL).orElse(""));
    if (!trusted(uri)) {
      throw new CredentialsException(
          "%s names the host %s, which may be asked for credentials over https only"
              .formatted(FULL, uri.getHost()),
          null);
    }
    return uri;
  }

  private static boolean trusted(URI uri) {
    if (uri.getScheme().equals("https") || uri.getHost().equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      InetAddress address = InetAddress.ofLiteral(uri.getHost());
      return address.isLoopbackAddress() || TRUSTED.contains(address);
    } catch (IllegalArgumentException _) {
      return false; // a name, which may mean another address by the time it is asked
    }
  }

  private Optional<String> authorization() throws CredentialsException {
    Optional<String> file = variables.get(TOKEN_FILE);
    Optional<String> token;
    try {
      token =
          file.isPresent()
              ? Optional.of(TokenFile.read(Path.of(file.get())))
              : variables.get(TOKEN);
    } catch (InvalidPathException e) {
      throw new CredentialsException(TOKEN_FILE + " is not a path: " + e.getMessage(), e);
    }
    if (token.isPresent() && !TokenFile.fitsHeader(token.get())) {
      throw new CredentialsException(
          "the token of %s is empty or holds a line break or a character that is not ASCII"
              .formatted(file.isPresent() ? TOKEN_FILE : TOKEN),
          null);
    }
    return token;
  }
}
