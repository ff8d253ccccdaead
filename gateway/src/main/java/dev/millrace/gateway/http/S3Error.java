package dev.millrace.gateway.http;

import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.xml.XmlWriter;
import dev.millrace.s3.S3Exception;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An answer that is an error, in S3's terms ("Error responses", Amazon S3 API reference).
public final class S3Error extends Exception {
  private static final long serialVersionUID = 1;

  /// S3's error codes that the gateway answers with, and their HTTP status.
  enum Code {
    ACCESS_DENIED("AccessDenied", 403),
    AUTHORIZATION_HEADER_MALFORMED("AuthorizationHeaderMalformed", 400),
    AUTHORIZATION_QUERY_PARAMETERS_ERROR("AuthorizationQueryParametersError", 400),
    BAD_DIGEST("BadDigest", 400),
    /// The origin failed: to the client the gateway is S3, and this is how S3 says so.
    BAD_GATEWAY("InternalError", 502),
    CONTENT_SHA256_MISMATCH("XAmzContentSHA256Mismatch", 400),
    ENTITY_TOO_LARGE("EntityTooLarge", 400),
    GATEWAY_TIMEOUT("ServiceUnavailable", 504),
    INCOMPLETE_BODY("IncompleteBody", 400),
    INTERNAL_ERROR("InternalError", 500),
    INVALID_ACCESS_KEY_ID("InvalidAccessKeyId", 403),
    INVALID_ARGUMENT("InvalidArgument", 400),
    INVALID_RANGE("InvalidRange", 416),
    INVALID_REQUEST("InvalidRequest", 400),
    INVALID_TOKEN("InvalidToken", 400),
    INVALID_URI("InvalidURI", 400),
    KEY_TOO_LONG("KeyTooLongError", 400),
    MALFORMED_TRAILER("MalformedTrailerError", 400),
    MALFORMED_XML("MalformedXML", 400),
    MAX_MESSAGE_LENGTH_EXCEEDED("MaxMessageLengthExceeded", 400),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405),
    MISSING_CONTENT_LENGTH("MissingContentLength", 411),
    NOT_IMPLEMENTED("NotImplemented", 501),
    NO_SUCH_BUCKET("NoSuchBucket", 404),
    NO_SUCH_KEY("NoSuchKey", 404),
    PRECONDITION_FAILED("PreconditionFailed", 412),
    REQUEST_TIME_TOO_SKEWED("RequestTimeTooSkewed", 403),
    SERVICE_UNAVAILABLE("ServiceUnavailable", 503),
    SIGNATURE_DOES_NOT_MATCH("SignatureDoesNotMatch", 403),
    SLOW_DOWN("SlowDown", 503);

    private final String text;
    private final int status;

    Code(String text, int status) {
      this.text = text;
      this.status = status;
    }
  }

  private final String code;
  private final int status;
  private final transient List<Header> headers;

  S3Error(Code code, String message) {
    this(code, message, List.of(), null);
  }

  /// @param headers what the answer says beside the document
  S3Error(Code code, String message, List<Header> headers) {
    this(code, message, headers, null);
  }

  /// @param cause what only the log says
  S3Error(Code code, String message, IOException cause) {
    this(code, message, List.of(), cause);
  }

  private S3Error(Code code, String message, List<Header> headers, @Nullable IOException cause) {
    this(code.text, code.status, message, headers, cause);
  }

  private S3Error(
      String code, int status, String message, List<Header> headers, @Nullable IOException cause) {
    // Errors are answers here: nobody reads where they were thrown.
    super(message, cause, false, false);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }

  /// What a client is told whose method has no meaning here.
  ///
  /// @param allowed those that have one
  static S3Error methodNotAllowed(String allowed) {
    return new S3Error(
        Code.METHOD_NOT_ALLOWED,
        "The specified method is not allowed against this resource.",
        List.of(HeaderValues.create(HeaderNames.ALLOW, allowed)));
  }

  /// What the origin says to a client's own request, in its words.
  static S3Error said(S3Exception answer) {
    return new S3Error(answer.code(), answer.status(), answer.text(), List.of(), answer);
  }

  /// What a client is told that asks too often.
  ///
  /// @param nanos for how long it is to ask nothing
  static S3Error slowDown(long nanos) {
    // RFC 9110, section 10.2.3: whole seconds.
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
    long seconds = Math.ceilDiv(nanos, Duration.ofSeconds(1).toNanos());
    return new S3Error(
        Code.SLOW_DOWN,
        "Please reduce your request rate.",
        List.of(HeaderValues.create(HeaderNames.RETRY_AFTER, seconds)));
  }

  /// What a client is told when the origin did not give what was asked of it. What exactly went
  /// wrong is the operator's to know: it is the error's cause.
  static S3Error of(OriginException e) {
    return switch (e.reason()) {
      case NO_SUCH_KEY -> new S3Error(Code.NO_SUCH_KEY, "The specified key does not exist.", e);
      case NO_SUCH_BUCKET ->
          new S3Error(Code.NO_SUCH_BUCKET, "The specified bucket does not exist.", e);
      case ACCESS_DENIED ->
          new S3Error(Code.ACCESS_DENIED, "The origin does not let the gateway read this.", e);
      case INVALID_REQUEST -> new S3Error(Code.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
      case CHANGED ->
          new S3Error(Code.BAD_GATEWAY, "The object keeps changing while it is read.", e);
      case MISCONFIGURED, REFUSED ->
          new S3Error(Code.BAD_GATEWAY, "The origin refuses the gateway's requests.", e);
      case UNAVAILABLE -> new S3Error(Code.BAD_GATEWAY, "The origin failed.", e);
      case TIMED_OUT -> new S3Error(Code.GATEWAY_TIMEOUT, "The origin timed out.", e);
    };
  }

  /// As the answer names it.
  String code() {
    return code;
  }

  int status() {
    return status;
  }

  /// What went wrong at the origin, or null if it is not the origin's doing.
  @Nullable String trouble() {
    Throwable cause = getCause();
    return cause == null ? null : String.valueOf(cause.getMessage());
  }

  /// The error as an answer with S3's XML document.
  ///
  /// @param resource the path that was asked for, as it was sent
  Reply reply(String resource, String requestId) {
    List<Header> all = new ArrayList<>(headers);
    all.add(Reply.XML);
    return new Reply(status, all, new Reply.Body.Document(toXml(resource, requestId)));
  }

  byte[] toXml(String resource, String requestId) {
    return new XmlWriter()
        .open("Error")
        .text("Code", code)
        .text("Message", String.valueOf(getMessage()))
        .text("Resource", resource)
        .text("RequestId", requestId)
        .close("Error")
        .toBytes();
  }
}
