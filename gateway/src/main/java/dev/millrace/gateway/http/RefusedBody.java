package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.s3.PayloadException;

/// A body that is not what its request says of it, or does not come as a whole.
final class RefusedBody extends PayloadException {
  private static final long serialVersionUID = 1;

  private final transient S3Error error;
  private final boolean isClientGone;

  RefusedBody(S3Error error) {
    super(String.valueOf(error.getMessage()), error);
    this.error = error;
    this.isClientGone = false;
  }

  private RefusedBody(RuntimeException cause) {
    super("the body broke off: " + cause.getMessage(), cause);
    this.error = new S3Error(Code.INCOMPLETE_BODY, "The body broke off before its announced end.");
    this.isClientGone = true;
  }

  /// One of which no more can be read, nor anything be said of that.
  static RefusedBody ofLostClient(RuntimeException cause) {
    return new RefusedBody(cause);
  }

  S3Error error() {
    return error;
  }

  boolean isClientGone() {
    return isClientGone;
  }
}
