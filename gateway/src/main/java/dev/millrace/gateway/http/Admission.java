package dev.millrace.gateway.http;

import dev.millrace.gateway.access.AccessKey;
import dev.millrace.gateway.access.Action;
import dev.millrace.gateway.access.Directory;
import dev.millrace.gateway.access.Identity;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.sign.ReceivedRequest;
import dev.millrace.s3.sign.SigV4;
import dev.millrace.s3.sign.SignatureClaim;
import dev.millrace.s3.sign.SignatureRefusal;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who asks, and may they: before anything is looked up, so that nothing held here answers, nor
/// tells by its absence, what its asker may not ask for.
///
/// A signature decides who asks, in the headers or in the URL, and one that is wrong is refused
/// whatever else there is. Without one it is the certificate that the connection began with;
/// without either, or with a certificate that is nobody's, it is the anonymous one.
final class Admission {
  private final @Nullable Directory directory;
  private final String bucket;
  private final InstantSource clock;
  private final TokenBuckets requests = new TokenBuckets();

  /// @param directory knows who may what; everybody may everything where null
  /// @param bucket the one bucket there is
  Admission(@Nullable Directory directory, String bucket, InstantSource clock) {
    this.directory = directory;
    this.bucket = bucket;
    this.clock = clock;
  }

  /// Who asks.
  ///
  /// @throws S3Error if they cannot prove who they say they are
  Asker asker(Exchange exchange) throws S3Error {
    try {
      return directory == null ? new Asker(null, null) : asker(exchange, directory);
    } catch (IOException e) {
      throw new S3Error(Code.SERVICE_UNAVAILABLE, "Who asks cannot be told now.", e);
    }
  }

  /// Lets a request of `asker` pass, or throws if it is one too many.
  void pace(Identity asker) throws S3Error {
    requests.pass(asker::name, asker.requestsPerSecond());
  }

  /// Lets the request pass, or throws.
  void admit(Asker asker, S3Request asked) throws S3Error {
    Identity identity = asker.identity();
    if (identity == null || directory == null) {
      return;
    }
    if (!(asked instanceof WriteRequest)) {
      requireNoPayload(asker);
    }
    if (!isAllowed(identity, asked)) {
      throw new S3Error(Code.ACCESS_DENIED, "Access Denied");
    }
    if (asked instanceof S3Request.ReadObject read
        && !read.overrides().isEmpty()
        && identity.equals(directory.anonymous())) {
      throw new S3Error(
          Code.INVALID_REQUEST,
          "Request specific response headers cannot be used for anonymous GET requests.");
    }
  }

  private Asker asker(Exchange exchange, Directory directory) throws S3Error, IOException {
    if (exchange.mayBeSigned()) {
      ReceivedRequest request = exchange.received();
      try {
        SignatureClaim claim = SignatureClaim.of(request);
        if (claim != null) {
          exchange.isSignedWith(claim.accessKeyId());
          return signer(request, claim, directory);
        }
      } catch (SignatureRefusal e) {
        if (!exchange.isSigned()) {
          exchange.isSignedWith(null);
        }
        throw refusal(e);
      }
    }
    X509Certificate certificate = exchange.clientCertificate();
    Identity holder = certificate == null ? null : directory.holder(certificate);
    return new Asker(holder == null ? directory.anonymous() : holder, null);
  }

  private Asker signer(ReceivedRequest request, SignatureClaim claim, Directory directory)
      throws S3Error, SignatureRefusal, IOException {
    AccessKey key = directory.key(claim.accessKeyId());
    if (key == null) {
      throw new S3Error(
          Code.INVALID_ACCESS_KEY_ID,
          "The AWS Access Key Id you provided does not exist in our records.");
    }
    key.verifier().verify(request, claim, clock.instant());
    if (isTemporary(request)) {
      throw new S3Error(
          Code.INVALID_TOKEN, "There are no temporary keys here: send no session token.");
    }
    return new Asker(key.identity(), new Asker.Proof(claim, key.verifier()));
  }

  /// @throws S3Error if a signature covers other bytes than none
  static void requireNoPayload(Asker asker) throws S3Error {
    if (asker.proof() != null
        && !Set.of(SigV4.EMPTY_PAYLOAD, SigV4.UNSIGNED_PAYLOAD)
            .contains(asker.proof().claim().payloadHash())) {
      throw HashedBody.mismatch();
    }
  }

  private static boolean isTemporary(ReceivedRequest request) {
    return request.headers().containsKey("x-amz-security-token")
        || request.parameters().containsKey("X-Amz-Security-Token");
  }

  private boolean isAllowed(Identity asker, S3Request asked) {
    return switch (asked) {
      case S3Request.ListBuckets _ -> asker.mayUse(bucket);
      case S3Request.HeadBucket(String name) -> asker.mayUse(name);
      case S3Request.ListObjects(String name, SequencedMap<String, String> query) ->
          asker.may(Action.LIST, name, query.getOrDefault("prefix", ""));
      case S3Request.ReadObject(ObjectName(String name, String key), _) ->
          asker.may(Action.READ, name, key);
      // Of each of its keys the document is yet to tell.
      case WriteRequest write when write.operation() == Operation.DELETE_OBJECTS ->
          asker.mayUse(Action.WRITE, write.bucket());
      case WriteRequest write -> asker.may(Action.WRITE, write.bucket(), write.start());
    };
  }

  private static S3Error refusal(SignatureRefusal refusal) {
    Code code =
        switch (refusal.reason()) {
          case UNSUPPORTED, MISSING_HEADER -> Code.INVALID_REQUEST;
          case TWICE -> Code.INVALID_ARGUMENT;
          case MALFORMED_HEADER -> Code.AUTHORIZATION_HEADER_MALFORMED;
          case MALFORMED_QUERY -> Code.AUTHORIZATION_QUERY_PARAMETERS_ERROR;
          case UNSIGNED_HEADER, EXPIRED, NOT_YET_VALID -> Code.ACCESS_DENIED;
          case SKEWED -> Code.REQUEST_TIME_TOO_SKEWED;
          case MISMATCH -> Code.SIGNATURE_DOES_NOT_MATCH;
        };
    return new S3Error(code, String.valueOf(refusal.getMessage()));
  }
}
