package dev.millrace.s3.credentials;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A service that keys are asked of, named in whatever goes wrong with it.
///
/// @param name what it is and where, for people
record KeyService(String name, MetadataHttp http) {
  private static final int LONGEST_TEXT = 300;

  /// Asks once, and makes one line of what keeps the answer away.
  MetadataHttp.Answer ask(MetadataHttp.Question question) throws CredentialsException {
    try {
      return http.ask(question);
    } catch (IOException e) {
      String why = e instanceof UnknownHostException ? "no such host" : line(e.getMessage());
      throw new CredentialsException("no answer from " + name + ": " + why, e);
    }
  }

  /// The keys in an answer's parts.
  ///
  /// @param tokenName what the part with the session token is called
  Lease lease(Map<String, String> parts, String tokenName) throws CredentialsException {
    try {
      Credentials keys =
          new Credentials(
              parts.getOrDefault("AccessKeyId", ""),
              parts.getOrDefault("SecretAccessKey", ""),
              parts.getOrDefault(tokenName, ""));
      return new Lease(keys, Instant.parse(parts.getOrDefault("Expiration", "")));
    } catch (IllegalArgumentException e) {
      throw failure("gives unusable keys: " + e.getMessage());
    } catch (DateTimeException _) {
      throw failure("gives keys without an Expiration that is a time");
    }
  }

  /// What is wrong with an answer.
  ///
  /// @param predicate the rest of a sentence whose subject is the service
  CredentialsException failure(String predicate) {
    return new CredentialsException(name + " " + predicate, null);
  }

  /// A refusal.
  ///
  /// @param code the service's own word for it; empty where unsaid
  /// @param text what the service says of it; empty where unsaid
  CredentialsException refusal(int status, String code, String text) {
    String line = line(status + " " + code).strip();
    return failure("answers " + line + (text.isEmpty() ? "" : ": " + line(text)));
  }

  /// The root of a service as somebody gave it.
  ///
  /// @param variable the variable that it was given in
  static URI root(String variable, String value) throws CredentialsException {
    URI uri = uri(variable, value);
    String path = uri.getRawPath();
    if (uri.getRawQuery() != null || !(path.isEmpty() || path.equals("/"))) {
      throw new CredentialsException(
          variable + " is not of the form http://HOST or http://HOST:PORT", null);
    }
    return URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
  }

  /// An address as somebody gave it; it is not shown, because it may hold what others must not see.
  ///
  /// @param variable the variable that it was given in
  static URI uri(String variable, String value) throws CredentialsException {
    try {
      URI uri = new URI(value);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawFragment() == null
          && uri.getPort() <= 0xffff) {
        return uri;
      }
    } catch (URISyntaxException _) {
      // told below, without the value
    }
    throw new CredentialsException(variable + " is not an http or https URL", null);
  }

  private static String line(@Nullable String text) {
    StringBuilder line = new StringBuilder();
    String.valueOf(text)
        .codePoints()
        .limit(LONGEST_TEXT)
        .forEach(point -> line.appendCodePoint(Character.isISOControl(point) ? ' ' : point));
    return line.toString().strip();
  }
}
