package dev.millrace.bench.s3.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/// What the bytes of a file are known by.
record Content(long size, long checksum) {
  private static final int BUFFER_BYTES = 1 << 20;

  /// Fills a new file with bytes that nothing can guess.
  static Content create(Path file, long size) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    CRC32C checksum = new CRC32C();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (var out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
      for (long left = size; left > 0; left -= Math.min(left, buffer.length)) {
        random.nextBytes(buffer);
        int count = (int) Math.min(left, buffer.length);
        checksum.update(buffer, 0, count);
        out.write(buffer, 0, count);
      }
    }
    return new Content(size, checksum.getValue());
  }

  static Content of(Path file) throws IOException {
    CRC32C checksum = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(buffer.clear()) >= 0) {
        checksum.update(buffer.flip());
      }
      return new Content(channel.size(), checksum.getValue());
    }
  }
}
