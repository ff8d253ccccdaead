package dev.millrace.store.io;

import java.io.IOException;

/// A read or a write that did not happen as asked.
public abstract sealed class BlockIoException extends IOException
    permits ClosedFileException, DeviceException, ShortReadException {
  private static final long serialVersionUID = 1;

  BlockIoException(String message) {
    super(message);
  }
}
