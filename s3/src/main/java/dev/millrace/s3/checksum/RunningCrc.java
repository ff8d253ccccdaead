package dev.millrace.s3.checksum;

import java.nio.ByteBuffer;
import java.util.zip.Checksum;

/// A CRC of bytes that come one after another.
public final class RunningCrc implements RunningChecksum {
  private final CrcAlgorithm algorithm;
  private final Checksum checksum;
  private long length;

  RunningCrc(CrcAlgorithm algorithm, Checksum checksum) {
    this.algorithm = algorithm;
    this.checksum = checksum;
  }

  @Override
  public void update(byte[] bytes, int offset, int count) {
    checksum.update(bytes, offset, count);
    length += count;
  }

  @Override
  public void update(ByteBuffer bytes) {
    length += bytes.remaining();
    checksum.update(bytes);
  }

  /// The CRC of what has come so far.
  public Crc crc() {
    return new Crc(algorithm, checksum.getValue(), length);
  }

  @Override
  public String finish() {
    String value = crc().base64();
    checksum.reset();
    length = 0;
    return value;
  }
}
