package dev.millrace.s3.credentials;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// AWS's Security Token Service (STS), as far as a role is taken on with a web identity: the one
/// question to it that needs no signature.
///
/// It is asked in the region that variables or the profile name, or else at its global address.
/// Source: STS API Reference, AssumeRoleWithWebIdentity.
final class SecurityTokenService {
  private static final String ENDPOINT = "AWS_ENDPOINT_URL_STS";
  private static final Pattern REGION = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Set<String> PARTS =
      Set.of("AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration", "Code", "Message");

  private final Variables variables;
  private final StatedRegion region;
  private final MetadataHttp http;

  SecurityTokenService(Variables variables, StatedRegion region, MetadataHttp http) {
    this.variables = variables;
    this.region = region;
    this.http = http;
  }

  /// Takes on the role of `identity`, whose token is read anew.
  Lease assumeRole(WebIdentity identity) throws CredentialsException {
    String token = TokenFile.read(identity.tokenFile()).strip();
    if (token.isEmpty()) {
      throw new CredentialsException("the token in " + identity.tokenFile() + " is empty", null);
    }
    URI endpoint = endpoint();
    KeyService service = new KeyService("STS at " + endpoint, http);
    String form =
        "Action=AssumeRoleWithWebIdentity&Version=2011-06-15"
            + field("RoleArn", identity.roleArn())
            + field("RoleSessionName", identity.session())
            + field("WebIdentityToken", token);
    MetadataHttp.Answer answer =
        service.ask(
            new MetadataHttp.Question(
                "POST",
                endpoint.resolve("/"),
                Map.of("content-type", "application/x-www-form-urlencoded"),
                form.getBytes(US_ASCII),
                PATIENCE));

    Optional<Map<String, String>> parts = XmlParts.of(answer.body(), PARTS);
    if (answer.status() != 200) {
      Map<String, String> said = parts.orElse(Map.of());
      throw service.refusal(
          answer.status(), said.getOrDefault("Code", ""), said.getOrDefault("Message", ""));
    }
    return service.lease(
        parts.orElseThrow(() -> service.failure("answers with broken XML")), "SessionToken");
  }

  private URI endpoint() throws CredentialsException {
    String given = variables.orNull(ENDPOINT);
    if (given != null) {
      return KeyService.root(ENDPOINT, given);
    }
    String name = region.find().orElse(null);
    if (name == null) {
      return URI.create("https://sts.amazonaws.com");
    }
    if (!REGION.matcher(name).matches()) {
      throw new CredentialsException(
          "the region that STS is to be asked in is not a name such as eu-central-1", null);
    }
    String domain = name.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return URI.create("https://sts." + name + "." + domain);
  }

  private static String field(String name, String value) {
    return "&" + name + "=" + URLEncoder.encode(value, UTF_8);
  }
}
