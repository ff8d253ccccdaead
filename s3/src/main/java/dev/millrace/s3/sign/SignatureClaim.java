package dev.millrace.s3.sign;

import dev.millrace.s3.sign.SignatureRefusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a request says of its signature, well-formed and not yet verified ([SigV4Verifier]).
///
/// @param accessKeyId whose secret is said to have made it
/// @param region the region that it is said to be for
/// @param time when it is said to have been made
/// @param signedHeaders the names of the headers it covers: in lower case, in ascending order, the
///   host among them
/// @param signature 64 lower-case hexadecimal digits
/// @param validity for how long after `time` it is good, where it is that of a presigned URL; null
///   where it is in the headers
/// @param payloadHash what stands for the body
public record SignatureClaim(
    String accessKeyId,
    String region,
    Instant time,
    List<String> signedHeaders,
    String signature,
    @Nullable Duration validity,
    String payloadHash) {
  static final String SIGNATURE_PARAMETER = "X-Amz-Signature";

  private static final String PAYLOAD_HASH = "x-amz-content-sha256";
  private static final Set<String> PARTS = Set.of("Credential", "SignedHeaders", "Signature");
  private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,6}");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withResolverStyle(ResolverStyle.STRICT);

  /// Reads what `request` says.
  ///
  /// @return null if it is not signed
  /// @throws SignatureRefusal if what it says makes no sense, whatever the secret
  public static @Nullable SignatureClaim of(ReceivedRequest request) throws SignatureRefusal {
    String header = request.headers().get("authorization");
    Map<String, String> parameters = request.parameters();
    boolean isPresigned =
        parameters.containsKey("X-Amz-Algorithm") || parameters.containsKey(SIGNATURE_PARAMETER);
    if (parameters.containsKey("AWSAccessKeyId")) {
      throw unsupported();
    }
    if (header != null && isPresigned) {
      throw new SignatureRefusal(
          Reason.TWICE,
          "Only one auth mechanism allowed: the header Authorization, or the query string.");
    }
    if (header != null) {
      return ofHeader(header, request);
    }
    return isPresigned ? ofQuery(request) : null;
  }

  private static SignatureClaim ofHeader(String header, ReceivedRequest request)
      throws SignatureRefusal {
    String scheme = SigV4.ALGORITHM + " ";
    if (!header.startsWith(scheme)) {
      throw unsupported();
    }
    Map<String, String> parts = new HashMap<>();
    for (String part : header.substring(scheme.length()).split(",", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals).strip();
      if (!PARTS.contains(name) || parts.put(name, part.substring(equals + 1).strip()) != null) {
        throw new SignatureRefusal(
            Reason.MALFORMED_HEADER,
            "The header Authorization consists of Credential, SignedHeaders and Signature.");
      }
    }
    // S3 demands the header. Who leaves it out signs the hash of the body all the same.
    String hash = request.headers().getOrDefault(PAYLOAD_HASH, SigV4.EMPTY_PAYLOAD);
    String time = request.headers().get("x-amz-date");
    if (time == null) {
      throw new SignatureRefusal(
          Reason.MISSING_HEADER, "Missing required header for this request: x-amz-date");
    }
    return of(parts, time, null, hash, Reason.MALFORMED_HEADER);
  }

  private static SignatureClaim ofQuery(ReceivedRequest request) throws SignatureRefusal {
    Map<String, String> parameters = request.parameters();
    if (!SigV4.ALGORITHM.equals(parameters.get("X-Amz-Algorithm"))) {
      throw unsupported();
    }
    Map<String, String> parts = new HashMap<>();
    for (String part : PARTS) {
      parts.put(part, parameters.getOrDefault("X-Amz-" + part, ""));
    }
    String seconds = parameters.getOrDefault("X-Amz-Expires", "");
    Duration validity =
        SECONDS.matcher(seconds).matches()
            ? Duration.ofSeconds(Integer.parseInt(seconds))
            : Duration.ZERO;
    if (!validity.isPositive() || validity.compareTo(SigV4.LONGEST_VALIDITY) > 0) {
      throw new SignatureRefusal(
          Reason.MALFORMED_QUERY,
          "X-Amz-Expires must be a number of seconds from 1 to "
              + SigV4.LONGEST_VALIDITY.toSeconds());
    }
    String hash = request.headers().getOrDefault(PAYLOAD_HASH, SigV4.UNSIGNED_PAYLOAD);
    return of(
        parts, parameters.getOrDefault("X-Amz-Date", ""), validity, hash, Reason.MALFORMED_QUERY);
  }

  /// @param malformed what to call it where something has not the form that it must have
  private static SignatureClaim of(
      Map<String, String> parts,
      String timeText,
      @Nullable Duration validity,
      String payloadHash,
      Reason malformed)
      throws SignatureRefusal {
    Instant time = time(timeText, malformed);
    String[] credential = parts.getOrDefault("Credential", "").split("/", -1);
    if (credential.length != 5
        || credential[0].isEmpty()
        || credential[2].isEmpty()
        || !timeText.startsWith(credential[1] + "T")
        || !credential[3].equals("s3")
        || !credential[4].equals("aws4_request")) {
      throw new SignatureRefusal(
          malformed,
          "The Credential must be ACCESS-KEY-ID/DATE/REGION/s3/aws4_request, with the date of the"
              + " signature's time.");
    }
    List<String> headers = List.of(parts.getOrDefault("SignedHeaders", "").split(";", -1));
    if (!headers.contains("host") || !isAscending(headers)) {
      throw new SignatureRefusal(
          malformed,
          "SignedHeaders must be names in lower case and in order, the host among them.");
    }
    String signature = parts.getOrDefault("Signature", "");
    if (!SIGNATURE.matcher(signature).matches()) {
      throw new SignatureRefusal(
          malformed, "The Signature must be 64 hexadecimal digits, in lower case.");
    }
    return new SignatureClaim(
        credential[0], credential[2], time, headers, signature, validity, payloadHash);
  }

  private static Instant time(String text, Reason malformed) throws SignatureRefusal {
    try {
      return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException _) {
      throw new SignatureRefusal(
          malformed, "X-Amz-Date must be of the form 20130524T000000Z, in UTC.");
    }
  }

  private static boolean isAscending(List<String> names) {
    for (int i = 1; i < names.size(); i++) {
      if (names.get(i - 1).compareTo(names.get(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static SignatureRefusal unsupported() {
    return new SignatureRefusal(
        Reason.UNSUPPORTED,
        "The authorization mechanism you have provided is not supported. Please use "
            + SigV4.ALGORITHM
            + ".");
  }
}
