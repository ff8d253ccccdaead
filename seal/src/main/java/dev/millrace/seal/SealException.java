package dev.millrace.seal;

import java.io.IOException;

/// A container that does not open, and why. Nothing of what it holds has been handed out as good
/// that is not; a stream may have delivered the good bytes before the bad ones.
public final class SealException extends IOException {
  private static final long serialVersionUID = 1;

  /// Why a container does not open.
  public enum Reason {
    /// It does not begin as a sealed container does.
    NOT_SEALED,
    /// It is of a later version of the format, or what it says of itself is out of bounds.
    UNSUPPORTED,
    /// Another container of the same object follows: it opens as the beginning of a stream only.
    CONTINUED,
    /// Nobody here has the key that it names.
    UNKNOWN_KEY,
    /// The key of that name does not fit: it is another one, or the header was changed.
    WRONG_KEY,
    /// It ends too early.
    TRUNCATED,
    /// A segment does not authenticate: the bytes were changed, or moved, or the container is not
    /// what it was asked for as.
    NOT_AUTHENTIC,
    /// It authenticates, yet is put together wrongly: whoever sealed it had the key and not this
    /// format.
    MALFORMED,
    /// It holds more than the one who opens it allows.
    TOO_LARGE
  }

  private final Reason reason;

  public SealException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public SealException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
