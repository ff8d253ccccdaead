package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.s3.credentials.Credentials;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// AWS Signature Version 4 of requests to S3 in one region.
///
/// A request is brought into a canonical form, and the hash of that, with time and scope, is signed
/// with a key that serves for a day ([DayKey]). S3 differs from other services in that paths are
/// encoded once and never normalised, and in that the hash of the body is a header of its own.
///
/// The key last used is kept, so that a signature costs one SHA-256 and one HMAC. Threads that need
/// another one at the same moment may derive it more than once, to the same effect; whoever signs
/// with several secrets by turns has a signer for each.
public final class SigV4 {
  /// The hash of no bytes.
  public static final String EMPTY_PAYLOAD =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  /// In place of a hash, of a body that the signature does not cover.
  public static final String UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";

  /// How long a presigned URL may be valid.
  public static final Duration LONGEST_VALIDITY = Duration.ofDays(7);

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final HexFormat HEX = HexFormat.of();

  private final String region;
  private volatile @Nullable DayKey lastKey;

  /// @param region the region's name, such as eu-central-1
  public SigV4(String region) {
    this.region = region;
  }

  /// The headers of `request` and those that make it a signed one, but for the host: all are
  /// signed, so none may be changed.
  ///
  /// @param payloadHash the SHA-256 of the body in lower-case hexadecimal digits, or
  ///   [#UNSIGNED_PAYLOAD]
  public SortedMap<String, String> headers(
      UnsignedRequest request, String payloadHash, Credentials credentials, Instant now) {
    DayKey key = key(credentials, now);
    String time = key.time(now);
    SortedMap<String, String> headers = new TreeMap<>(request.headers());
    headers.put("host", request.host());
    headers.put("x-amz-content-sha256", payloadHash);
    headers.put("x-amz-date", time);
    if (credentials.sessionToken() != null) {
      headers.put("x-amz-security-token", credentials.sessionToken());
    }
    String names = String.join(";", headers.keySet());
    String canonical = canonical(request, request.query(), headers, names, payloadHash);

    headers.remove("host");
    headers.put(
        "authorization",
        ALGORITHM
            + (" Credential=" + credentials.accessKeyId() + "/" + key.scope())
            + (", SignedHeaders=" + names)
            + (", Signature=" + signature(canonical, key, time)));
    return headers;
  }

  /// The path and query of a URL with which anyone may send `request`, from `now` on and for as
  /// long as `validity`. Scheme and host go before it. The headers of `request` are signed, so they
  /// must be sent as they are; others may be sent too.
  ///
  /// A URL made with a temporary key becomes invalid with the key, if that is earlier.
  ///
  /// @param validity from 1 second to [#LONGEST_VALIDITY], in whole seconds
  /// @throws IllegalArgumentException if `validity` is none of these
  public String presigned(
      UnsignedRequest request, Credentials credentials, Instant now, Duration validity) {
    DayKey key = key(credentials, now);
    String time = key.time(now);
    SortedMap<String, String> headers = new TreeMap<>(request.headers());
    headers.put("host", request.host());
    String names = String.join(";", headers.keySet());

    Map<String, String> parameters = new HashMap<>();
    parameters.put("X-Amz-Algorithm", ALGORITHM);
    parameters.put("X-Amz-Credential", credentials.accessKeyId() + "/" + key.scope());
    parameters.put("X-Amz-Date", time);
    parameters.put("X-Amz-Expires", Long.toString(wholeSeconds(validity)));
    parameters.put("X-Amz-SignedHeaders", names);
    if (credentials.sessionToken() != null) {
      parameters.put("X-Amz-Security-Token", credentials.sessionToken());
    }
    CanonicalQuery query = request.query().with(parameters);
    String canonical = canonical(request, query, headers, names, UNSIGNED_PAYLOAD);
    return query.after(request.path()) + "&X-Amz-Signature=" + signature(canonical, key, time);
  }

  private static long wholeSeconds(Duration validity) {
    if (!validity.isPositive()
        || validity.compareTo(LONGEST_VALIDITY) > 0
        || !validity.equals(validity.truncatedTo(ChronoUnit.SECONDS))) {
      throw new IllegalArgumentException(
          "a validity of " + validity + " is not 1 to 604800 whole seconds");
    }
    return validity.toSeconds();
  }

  private DayKey key(Credentials credentials, Instant now) {
    DayKey key = lastKey;
    if (key == null || !key.isFor(credentials.secretAccessKey(), now)) {
      key = new DayKey(credentials.secretAccessKey(), region, now);
      lastKey = key;
    }
    return key;
  }

  private static String canonical(
      UnsignedRequest request,
      CanonicalQuery query,
      SortedMap<String, String> headers,
      String names,
      String payloadHash) {
    StringBuilder text = new StringBuilder(1024);
    text.append(request.method()).append('\n');
    text.append(request.path()).append('\n');
    text.append(query.text()).append('\n');
    headers.forEach((name, value) -> {
      text.append(name).append(':');
      appendTrimmed(text, value);
      text.append('\n');
    });
    return text.append('\n').append(names).append('\n').append(payloadHash).toString();
  }

  /// Appends `value` without the blanks at both ends, and one for every run of them in between.
  private static void appendTrimmed(StringBuilder text, String value) {
    String stripped = value.strip();
    if (!stripped.contains("  ")) {
      text.append(stripped);
      return;
    }
    for (int i = 0; i < stripped.length(); i++) {
      char c = stripped.charAt(i);
      if (c != ' ' || stripped.charAt(i - 1) != ' ') {
        text.append(c);
      }
    }
  }

  private static String signature(String canonical, DayKey key, String time) {
    byte[] hash;
    try {
      hash = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    String signed = ALGORITHM + "\n" + time + "\n" + key.scope() + "\n" + HEX.formatHex(hash);
    return HEX.formatHex(key.sign(signed));
  }
}
