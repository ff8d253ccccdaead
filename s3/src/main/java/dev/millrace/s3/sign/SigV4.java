package dev.millrace.s3.sign;

import dev.millrace.s3.credentials.Credentials;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
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

  static final String ALGORITHM = "AWS4-HMAC-SHA256";

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
    CanonicalRequest canonical =
        new CanonicalRequest(
            request.method(), request.path(), request.query(), headers, payloadHash);
    String authorization =
        ALGORITHM
            + (" Credential=" + credentials.accessKeyId() + "/" + key.scope())
            + (", SignedHeaders=" + canonical.headerNames())
            + (", Signature=" + canonical.signature(key, time));

    headers.remove("host");
    headers.put("authorization", authorization);
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
    CanonicalRequest canonical =
        new CanonicalRequest(request.method(), request.path(), query, headers, UNSIGNED_PAYLOAD);
    return query.after(request.path()) + "&X-Amz-Signature=" + canonical.signature(key, time);
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
    if (key == null || !key.isFor(credentials.secretAccessKey(), region, now)) {
      key = new DayKey(credentials.secretAccessKey(), region, now);
      lastKey = key;
    }
    return key;
  }
}
