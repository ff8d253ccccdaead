package dev.millrace.s3.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// EC2's instance metadata service, in its second version alone (IMDSv2): a question counts only
/// with a token that was asked for by PUT before, which keeps those out who can make this machine
/// send a GET somewhere.
///
/// Where nobody gives a token there is no such service, as on a laptop. That is found out within a
/// second or two, and believed for [#ABSENCE]. Where one was given, the service is taken to be
/// there for good. Source: Amazon EC2 User Guide, "Use the Instance Metadata Service".
final class InstanceMetadata {
  /// For how long it is believed that there is no such service.
  static final Duration ABSENCE = Duration.ofSeconds(30);

  private static final String ENDPOINT = "AWS_EC2_METADATA_SERVICE_ENDPOINT";
  private static final String MODE = "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE";
  private static final String DISABLED = "AWS_EC2_METADATA_DISABLED";
  private static final String ROLES = "/latest/meta-data/iam/security-credentials/";
  private static final Pattern ROLE = Pattern.compile("[\\w+=,.@-]{1,128}");
  private static final Pattern REGION = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration TOKEN_LIFE = Duration.ofHours(6);
  private static final Duration MARGIN = Duration.ofMinutes(1);

  /// What a question must carry until `end`.
  private record Token(String text, Instant end) {
    @Override
    public String toString() {
      return "Token[until " + end + "]";
    }
  }

  private final Variables variables;
  private final MetadataHttp http;
  private final InstantSource clock;
  private final ReentrantLock asking = new ReentrantLock();
  private @Nullable Token token;
  private Instant absentUntil = Instant.MIN;
  private volatile boolean seen;
  private volatile String absence = "";

  InstanceMetadata(Variables variables, MetadataHttp http, InstantSource clock) {
    this.variables = variables;
    this.http = http;
    this.clock = clock;
  }

  /// Whether there is such a service.
  boolean present() throws CredentialsException {
    if (seen) {
      return true;
    }
    if (variables.get(DISABLED).filter("true"::equalsIgnoreCase).isPresent()) {
      absence = "the instance metadata service is switched off by " + DISABLED;
      return false;
    }
    KeyService service = service(endpoint());
    asking.lock();
    try {
      if (!seen && !clock.instant().isBefore(absentUntil)) {
        token(service);
        seen = true;
      }
      return seen;
    } catch (CredentialsException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      absence = String.valueOf(e.getMessage());
      absentUntil = clock.instant().plus(ABSENCE);
      return false;
    } finally {
      asking.unlock();
    }
  }

  /// Why the service was not there when last asked, as a clause for people.
  String absence() {
    return absence;
  }

  /// The keys of the instance's role.
  Lease keys() throws CredentialsException {
    KeyService service = service(endpoint());
    MetadataHttp.Answer roles = ask(service, ROLES);
    if (roles.status() == 404) {
      throw service.failure(
          "knows of no role of this instance; give it one, or set AWS_ACCESS_KEY_ID or a profile");
    }
    String role = text(service, roles).lines().findFirst().orElse("").strip();
    if (!ROLE.matcher(role).matches()) {
      throw service.failure("names a role in a way that roles are not named");
    }
    MetadataHttp.Answer answer = ask(service, ROLES + role);
    text(service, answer);
    Map<String, String> parts =
        JsonParts.of(answer.body()).orElseThrow(() -> service.failure("answers with broken JSON"));
    String code = parts.getOrDefault("Code", "Success");
    if (!code.equals("Success")) {
      throw service.refusal(answer.status(), code, parts.getOrDefault("Message", ""));
    }
    return service.lease(parts, "Token");
  }

  /// The region that the instance is in; empty where the service does not tell.
  Optional<String> region() throws CredentialsException {
    KeyService service = service(endpoint());
    MetadataHttp.Answer answer = ask(service, "/latest/meta-data/placement/region");
    if (answer.status() == 404) {
      return Optional.empty();
    }
    String region = text(service, answer).strip();
    if (!REGION.matcher(region).matches()) {
      throw service.failure("names a region in a way that regions are not named");
    }
    return Optional.of(region);
  }

  /// Asks with the token at hand, and once more with a new one where the service knows it no more.
  private MetadataHttp.Answer ask(KeyService service, String path) throws CredentialsException {
    asking.lock();
    try {
      MetadataHttp.Answer answer = ask(service, path, token(service));
      if (answer.status() != 401) {
        return answer;
      }
      token = null;
      return ask(service, path, token(service));
    } finally {
      asking.unlock();
    }
  }

  private MetadataHttp.Answer ask(KeyService service, String path, Token token)
      throws CredentialsException {
    return service.ask(question("GET", path, Map.of("x-aws-ec2-metadata-token", token.text())));
  }

  /// The token at hand, or a new one where there is none or it has ended.
  private Token token(KeyService service) throws CredentialsException {
    Token known = token;
    Instant now = clock.instant();
    if (known != null && now.isBefore(known.end())) {
      return known;
    }
    MetadataHttp.Answer answer =
        service.ask(
            question(
                "PUT",
                "/latest/api/token",
                Map.of(
                    "x-aws-ec2-metadata-token-ttl-seconds",
                    Long.toString(TOKEN_LIFE.toSeconds()))));
    String text = text(service, answer).strip();
    if (!TokenFile.fitsHeader(text)) {
      throw service.failure("gives a token that no header can hold");
    }
    Token fresh = new Token(text, now.plus(TOKEN_LIFE).minus(MARGIN));
    token = fresh;
    return fresh;
  }

  private MetadataHttp.Question question(String method, String path, Map<String, String> headers)
      throws CredentialsException {
    return new MetadataHttp.Question(
        method, URI.create(endpoint() + path), headers, new byte[0], PATIENCE);
  }

  private static String text(KeyService service, MetadataHttp.Answer answer)
      throws CredentialsException {
    if (answer.status() != 200) {
      throw service.refusal(answer.status(), "", "");
    }
    return new String(answer.body(), UTF_8);
  }

  private KeyService service(URI endpoint) {
    return new KeyService("the instance metadata service at " + endpoint, http);
  }

  private URI endpoint() throws CredentialsException {
    String given = variables.orNull(ENDPOINT);
    if (given != null) {
      return KeyService.root(ENDPOINT, given);
    }
    return switch (variables.get(MODE).orElse("IPv4").toLowerCase(Locale.ROOT)) {
      case "ipv4" -> URI.create("http://169.254.169.254");
      case "ipv6" -> URI.create("http://[fd00:ec2::254]");
      default -> throw new CredentialsException(MODE + " is neither IPv4 nor IPv6", null);
    };
  }
}
