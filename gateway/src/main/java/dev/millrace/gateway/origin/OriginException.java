package dev.millrace.gateway.origin;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Why an origin did not give what was asked of it.
public final class OriginException extends IOException {
  private static final long serialVersionUID = 1;

  /// What went wrong, and with it whether asking again can help.
  public enum Reason {
    /// The origin has no such object.
    NO_SUCH_KEY,
    /// The origin has no such bucket.
    NO_SUCH_BUCKET,
    /// The origin does not let the gateway read this.
    ACCESS_DENIED,
    /// The object is there, but no longer the version that was asked for.
    CHANGED,
    /// The origin does not understand the request.
    INVALID_REQUEST,
    /// The origin refuses how the gateway asks: a wrong region or endpoint, an expired token.
    MISCONFIGURED,
    /// The origin refuses what the gateway asks, and will again.
    REFUSED,
    /// The origin could not be reached, failed, or broke off.
    UNAVAILABLE,
    /// The origin was silent for too long.
    TIMED_OUT;

    /// Whether the same question may have another answer in a moment.
    public boolean isTransient() {
      return this == UNAVAILABLE || this == TIMED_OUT;
    }
  }

  private final Reason reason;

  public OriginException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
