package dev.millrace.s3.transfer;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.ObjectBody;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What opens one object, or parts of it: one attempt at a time.
@FunctionalInterface
interface Opener {
  /// Opens the object, or a part of it.
  ///
  /// @param range what to open; the whole where null
  /// @param etag of the only version wanted; null for any
  ObjectBody open(@Nullable ByteRange range, @Nullable String etag) throws IOException;
}
