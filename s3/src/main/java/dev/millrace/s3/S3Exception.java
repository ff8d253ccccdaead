package dev.millrace.s3;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A service that answered, but not with what was asked for. The message is one line.
public final class S3Exception extends IOException {
  private static final long serialVersionUID = 1;

  private static final int LONGEST_TEXT = 500;

  private final int status;
  private final String code;
  private final String text;
  private final @Nullable String requestId;

  /// @param status the HTTP status
  /// @param code S3's code for the error, such as `NoSuchKey`
  /// @param text what the service says of it, for people
  /// @param requestId what the service calls the request, for its own people; null where unsaid
  public S3Exception(int status, String code, String text, @Nullable String requestId) {
    super(line(status, printable(code), printable(text), requestId));
    this.status = status;
    this.code = printable(code);
    this.text = printable(text);
    this.requestId = requestId;
  }

  private static String line(int status, String code, String text, @Nullable String requestId) {
    return status
        + " "
        + code
        + (text.isEmpty() ? "" : ": " + text)
        + (requestId == null ? "" : " (request " + printable(requestId) + ")");
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  public String text() {
    return text;
  }

  public @Nullable String requestId() {
    return requestId;
  }

  /// The code that S3 gives most often with `status`, for answers that carry none, as those to
  /// HEAD.
  static String usualCode(int status) {
    return switch (status) {
      case 301, 308 -> "PermanentRedirect";
      case 302, 307 -> "TemporaryRedirect";
      case 304 -> "NotModified";
      case 400 -> "BadRequest";
      case 401, 403 -> "AccessDenied";
      case 404 -> "NoSuchKey";
      case 405 -> "MethodNotAllowed";
      case 412 -> "PreconditionFailed";
      case 416 -> "InvalidRange";
      case 500 -> "InternalError";
      case 501 -> "NotImplemented";
      case 503 -> "ServiceUnavailable";
      default -> "UnexpectedAnswer";
    };
  }

  private static String printable(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(LONGEST_TEXT)
        .forEach(point -> line.appendCodePoint(Character.isISOControl(point) ? ' ' : point));
    return line.toString().strip();
  }
}
