package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.s3.sign.SignatureRefusal.Reason;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Verifies signatures that one secret makes: AWS Signature Version 4 of requests to S3, in headers
/// and in presigned URLs. The other side of [SigV4].
///
/// What was received is brought into the canonical form once more, signed, and compared in a time
/// that does not depend on where the two differ. Paths and queries are decoded and encoded again,
/// since what is acted upon is what they mean. As S3 does, it demands that whatever is said to S3
/// itself, in headers that begin with `x-amz-`, is signed; other headers may be added or changed on
/// the way unless they are signed, Range and conditions among them.
///
/// The region may be any: a secret of which requests to several services are signed would have to
/// be told apart by the host, which is always signed.
///
/// The key of the last day is kept, so that a verification costs one SHA-256 and one HMAC. Safe for
/// use by any number of threads.
public final class SigV4Verifier {
  /// How far the time of a signature in the headers may be from now, in either direction.
  public static final Duration LARGEST_SKEW = Duration.ofMinutes(15);

  private final String secret;
  private volatile @Nullable DayKey lastKey;

  /// @param secretAccessKey as whoever signs has it
  public SigV4Verifier(String secretAccessKey) {
    this.secret = secretAccessKey;
  }

  /// Accepts the signature, or throws.
  ///
  /// @param claim what `request` says of its signature
  /// @throws SignatureRefusal if it is not one that this secret made of this request, or is not
  ///   good at `now`
  public void verify(ReceivedRequest request, SignatureClaim claim, Instant now)
      throws SignatureRefusal {
    requireTime(claim, now);
    requireSigned(request, claim);
    Map<String, String> parameters = new TreeMap<>(request.parameters());
    parameters.remove(SignatureClaim.SIGNATURE_PARAMETER);
    SortedMap<String, String> headers = new TreeMap<>();
    for (String name : claim.signedHeaders()) {
      headers.put(name, request.headers().getOrDefault(name, ""));
    }
    CanonicalRequest canonical =
        new CanonicalRequest(
            request.method(),
            UriEncoding.path(request.path()),
            CanonicalQuery.of(parameters),
            headers,
            claim.payloadHash());
    DayKey key = key(claim);
    String expected = canonical.signature(key, key.time(claim.time()));
    if (!MessageDigest.isEqual(expected.getBytes(US_ASCII), claim.signature().getBytes(US_ASCII))) {
      throw new SignatureRefusal(
          Reason.MISMATCH,
          "The request signature we calculated does not match the signature you provided. Check"
              + " your key and signing method.");
    }
  }

  /// What verifies the chunks that follow a request whose signature was accepted.
  public ChunkSignatures chunks(SignatureClaim claim) {
    DayKey key = key(claim);
    return new ChunkSignatures(key, key.time(claim.time()), claim.signature());
  }

  private static void requireTime(SignatureClaim claim, Instant now) throws SignatureRefusal {
    Duration age = Duration.between(claim.time(), now);
    Duration validity = claim.validity();
    if (validity == null) {
      if (age.abs().compareTo(LARGEST_SKEW) > 0) {
        throw new SignatureRefusal(
            Reason.SKEWED,
            "The difference between the request time and the current time is too large.");
      }
    } else if (age.compareTo(validity) > 0) {
      throw new SignatureRefusal(Reason.EXPIRED, "Request has expired");
    } else if (age.negated().compareTo(LARGEST_SKEW) > 0) {
      throw new SignatureRefusal(Reason.NOT_YET_VALID, "Request is not valid yet");
    }
  }

  private static void requireSigned(ReceivedRequest request, SignatureClaim claim)
      throws SignatureRefusal {
    for (String name : request.headers().keySet()) {
      if (name.startsWith("x-amz-") && !claim.signedHeaders().contains(name)) {
        throw new SignatureRefusal(
            Reason.UNSIGNED_HEADER,
            "There were headers present in the request which were not signed: " + name);
      }
    }
  }

  private DayKey key(SignatureClaim claim) {
    DayKey key = lastKey;
    if (key == null || !key.isFor(secret, claim.region(), claim.time())) {
      key = new DayKey(secret, claim.region(), claim.time());
      lastKey = key;
    }
    return key;
  }
}
