package dev.millrace.store.io;

import java.nio.file.Path;

/// The file, or the [BlockIo] that it belongs to, is closed.
public final class ClosedFileException extends BlockIoException {
  private static final long serialVersionUID = 1;

  public ClosedFileException(Path file) {
    super(file + " is closed");
  }
}
