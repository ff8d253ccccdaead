package dev.millrace.store.io;

/// The system or the device refused: EIO, ENOSPC and whatever else has a number.
public final class DeviceException extends BlockIoException {
  private static final long serialVersionUID = 1;

  private final int number;

  /// @param attempt what was tried, such as `read of 4096 bytes at 0 of /ssd/1.segment`
  public DeviceException(String attempt, Errno errno) {
    super(attempt + ": " + errno);
    number = errno.number();
  }

  public Errno errno() {
    return new Errno(number);
  }
}
