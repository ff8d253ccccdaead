package dev.millrace.s3.transfer;

import dev.millrace.s3.checksum.Crc;
import org.jspecify.annotations.Nullable;

/// Bytes of an object that are in the file.
///
/// @param crc of these bytes; null where no CRC is kept
record Piece(long offset, long length, @Nullable Crc crc) {
  long end() {
    return offset + length;
  }
}
