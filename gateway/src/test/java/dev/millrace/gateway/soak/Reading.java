package dev.millrace.gateway.soak;

import dev.millrace.gateway.soak.Bucket.StoredObject;
import java.io.IOException;

/// A way to read an object through the gateway.
interface Reading {
  /// Reads it, or a part of it, as some client would.
  void read(StoredObject object) throws IOException, InterruptedException;

  /// What came in answer is not what the object has, or had so lately that it may be believed.
  final class WrongBytesException extends IOException {
    private static final long serialVersionUID = 1;

    WrongBytesException(String message) {
      super(message);
    }
  }

  /// Holds what came in answer against what the object has.
  ///
  /// @param began when it was asked for, by [System#nanoTime]
  static void check(StoredObject object, String etag, long offset, byte[] bytes, long began)
      throws WrongBytesException {
    if (object.isOver(etag, began - SoakTest.BELIEVED.toNanos())) {
      throw new WrongBytesException(object.key() + " in version " + etag + ", which is over");
    }
    if (!object.consistsOf(bytes, etag, offset)) {
      throw new WrongBytesException(
          "%d bytes of %s from %d on, in version %s"
              .formatted(bytes.length, object.key(), offset, etag));
    }
  }
}
