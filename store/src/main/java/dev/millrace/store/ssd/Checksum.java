package dev.millrace.store.ssd;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/// A CRC32C that begins with the sequence number of the segment that the bytes belong to: what is
/// left of an earlier use of the segment does not pass for what should be there.
final class Checksum {
  private final CRC32C crc = new CRC32C();

  Checksum(long sequence) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      crc.update((int) (sequence >>> shift));
    }
  }

  Checksum add(MemorySegment bytes) {
    crc.update(bytes.asByteBuffer());
    return this;
  }

  int value() {
    return (int) crc.getValue();
  }
}
