package dev.millrace.s3.sign;

/// The signature of a request is not accepted. The message is for whoever sent it.
public final class SignatureRefusal extends Exception {
  private static final long serialVersionUID = 1;

  /// Why.
  public enum Reason {
    /// It is signed by other means than Signature Version 4.
    UNSUPPORTED,
    /// It is signed in its headers and in its query.
    TWICE,
    /// The header Authorization is not of the form that it must have.
    MALFORMED_HEADER,
    /// The parameters of the query are not of the form that they must have.
    MALFORMED_QUERY,
    /// A header that must be there, and signed, is not.
    MISSING_HEADER,
    /// A header that says something of the request to S3 is there, and is not signed.
    UNSIGNED_HEADER,
    /// The time of the signature is too far from now.
    SKEWED,
    /// The URL was good until before now.
    EXPIRED,
    /// The URL is good only later.
    NOT_YET_VALID,
    /// Another secret or another request was signed.
    MISMATCH
  }

  private final Reason reason;

  SignatureRefusal(Reason reason, String message) {
    // Refusals are answers: nobody reads where they were thrown.
    super(message, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
