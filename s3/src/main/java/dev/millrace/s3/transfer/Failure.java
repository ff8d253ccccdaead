package dev.millrace.s3.transfer;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What a download fails with: the first of all that goes wrong. It ends the work of all.
final class Failure {
  private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
  private final Parts parts;

  Failure(Parts parts) {
    this.parts = parts;
  }

  void is(Throwable reason) {
    if (first.compareAndSet(null, reason)) {
      parts.stop();
    }
  }

  void throwIfAny() throws IOException {
    switch (first.get()) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IOException(e);
    }
  }
}
