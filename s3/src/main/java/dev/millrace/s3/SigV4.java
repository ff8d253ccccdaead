package dev.millrace.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// AWS Signature Version 4 in the Authorization header, for S3 and requests without a body.
///
/// S3 differs from other services in that paths are encoded once and never normalised, and in that
/// the hash of the body is a header of its own.
final class SigV4 {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final String EMPTY_BODY = hex(sha256(""));

  private SigV4() {}

  /// The headers of `request` and those that make it a signed one: all are signed, so none may be
  /// changed.
  ///
  /// @param host the value of the Host header, which is signed too but not returned
  static SortedMap<String, String> sign(
      Request request, String host, String region, Credentials credentials, Instant now) {
    String time = INSTANT.format(now);
    String scope = time.substring(0, 8) + "/" + region + "/s3/aws4_request";

    SortedMap<String, String> headers = new TreeMap<>(request.headers());
    headers.put("host", host);
    headers.put("x-amz-content-sha256", EMPTY_BODY);
    headers.put("x-amz-date", time);
    String token = credentials.sessionToken();
    if (token != null) {
      headers.put("x-amz-security-token", token);
    }
    String names = String.join(";", headers.keySet());
    String toSign =
        String.join(
            "\n", "AWS4-HMAC-SHA256", time, scope, hex(sha256(canonical(request, headers, names))));
    String signature = hex(hmac(key(credentials, scope), toSign));

    headers.remove("host");
    headers.put(
        "authorization",
        "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
            .formatted(credentials.accessKeyId(), scope, names, signature));
    return headers;
  }

  private static String canonical(
      Request request, SortedMap<String, String> headers, String names) {
    String lines =
        headers.entrySet().stream()
            .map(h -> h.getKey() + ":" + h.getValue().strip().replaceAll(" +", " ") + "\n")
            .collect(Collectors.joining());
    return String.join(
        "\n",
        request.method().name(),
        request.encodedPath(),
        request.encodedQuery(),
        lines,
        names,
        EMPTY_BODY);
  }

  private static byte[] key(Credentials credentials, String scope) {
    byte[] key = ("AWS4" + credentials.secretAccessKey()).getBytes(UTF_8);
    for (String part : scope.split("/", -1)) {
      key = hmac(key, part);
    }
    return key;
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
