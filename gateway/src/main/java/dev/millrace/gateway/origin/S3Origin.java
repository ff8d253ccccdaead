package dev.millrace.gateway.origin;

import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.s3.ByteRange;
import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.s3.Request;
import dev.millrace.s3.Response;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.credentials.CredentialsException;
import java.io.IOException;
import java.io.InputStream;
import java.util.SequencedMap;
import java.util.Set;

/// A bucket of an S3-compatible service.
public final class S3Origin implements Origin {
  /// What it says of the gateway's own keys and signature, though its status is of a client's
  /// fault.
  private static final Set<String> OF_CREDENTIALS =
      Set.of(
          "AccountProblem",
          "AuthorizationHeaderMalformed",
          "AuthorizationQueryParametersError",
          "ExpiredToken",
          "IllegalLocationConstraintException",
          "InvalidAccessKeyId",
          "InvalidSecurity",
          "InvalidToken",
          "NotSignedUp",
          "RequestExpired",
          "RequestTimeTooSkewed",
          "SignatureDoesNotMatch",
          "TokenRefreshRequired",
          "XAmzContentSHA256Mismatch");

  private final String bucket;
  private final S3Client client;

  public S3Origin(String bucket, S3Client client) {
    this.bucket = bucket;
    this.client = client;
  }

  @Override
  public ObjectFacts facts(ObjectName name) throws IOException {
    requireServed(name);
    try {
      return client.head(bucket, name.key());
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public ObjectFacts facts(ObjectName name, ObjectFacts known) throws IOException {
    requireServed(name);
    try {
      return client.head(bucket, name.key(), known);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public InputStream open(ObjectName name, String etag, long offset, long length)
      throws IOException {
    requireServed(name);
    try {
      ObjectBody body = client.open(bucket, name.key(), new ByteRange(offset, length), etag);
      return body.stream();
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
    requireBucket(bucket);
    try {
      return client.listXml(bucket, query);
    } catch (S3Exception e) {
      // Of a listing the parameters are the client's.
      throw e.status() == 400 && !isOfCredentials(e)
          ? new OriginException(Reason.INVALID_REQUEST, e.text(), e)
          : explained(e);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public Response send(Request request) throws IOException {
    requireBucket(request.bucket());
    try {
      return client.send(request);
    } catch (S3Exception e) {
      // What else it refuses of a write is the client's.
      boolean isOfWriter = e.status() == 400 || (e.status() < 500 && reason(e).isTransient());
      throw isOfWriter && !isOfCredentials(e)
          ? new OriginException(Reason.INVALID_REQUEST, String.valueOf(e.getMessage()), e)
          : explained(e);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public void probe() throws IOException {
    try {
      client.probe(bucket);
    } catch (S3Exception answer) {
      // 403: it answers, and who may read objects need not be allowed to ask for the bucket.
      if (answer.status() != 403) {
        throw answer;
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }

  private void requireServed(ObjectName name) throws OriginException {
    requireBucket(name.bucket());
    if (name.hasDotSegment()) {
      throw new OriginException(Reason.NO_SUCH_KEY, "no object " + name.key(), null);
    }
  }

  private void requireBucket(String asked) throws OriginException {
    if (!asked.equals(bucket)) {
      throw new OriginException(Reason.NO_SUCH_BUCKET, "no bucket " + asked, null);
    }
  }

  private static IOException explained(IOException e) {
    return switch (e) {
      case S3Exception answer ->
          new OriginException(reason(answer), String.valueOf(answer.getMessage()), answer);
      case CredentialsException _ ->
          new OriginException(Reason.ACCESS_DENIED, String.valueOf(e.getMessage()), e);
      default -> e;
    };
  }

  private static boolean isOfCredentials(S3Exception answer) {
    return OF_CREDENTIALS.contains(answer.code());
  }

  private static Reason reason(S3Exception answer) {
    if (isOfCredentials(answer)) {
      return Reason.MISCONFIGURED;
    }
    return switch (answer.status()) {
      case 301, 302, 307, 308, 400 -> Reason.MISCONFIGURED;
      case 401, 403 -> Reason.ACCESS_DENIED;
      case 404 -> answer.code().equals("NoSuchBucket") ? Reason.NO_SUCH_BUCKET : Reason.NO_SUCH_KEY;
      // 416: the object has become shorter than the version that was asked for.
      case 412, 416 -> Reason.CHANGED;
      // It asks for patience.
      case 408, 425, 429 -> Reason.UNAVAILABLE;
      // It does not do that, and would not later.
      case 501 -> Reason.REFUSED;
      default -> answer.status() / 100 == 4 ? Reason.REFUSED : Reason.UNAVAILABLE;
    };
  }
}
