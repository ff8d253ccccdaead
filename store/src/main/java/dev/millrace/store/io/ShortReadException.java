package dev.millrace.store.io;

/// The file ended before what was asked for.
public final class ShortReadException extends BlockIoException {
  private static final long serialVersionUID = 1;

  private final int got;

  /// @param attempt what was tried, such as `read of 4096 bytes at 0 of /ssd/1.segment`
  /// @param got how many bytes were there
  public ShortReadException(String attempt, int got) {
    super("%s: the file ended after %d bytes".formatted(attempt, got));
    this.got = got;
  }

  /// How many bytes of the buffer hold what was there.
  public int got() {
    return got;
  }
}
