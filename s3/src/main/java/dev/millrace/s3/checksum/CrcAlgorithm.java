package dev.millrace.s3.checksum;

import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/// The cyclic redundancy checks of S3. A CRC is the remainder of a division of polynomials over
/// GF(2), so those of adjacent parts make up that of the whole: [Crc#then].
///
/// All are reflected: the coefficient of x⁰ is the highest bit, of a value as of the polynomial.
/// All begin with ones and invert the result.
public enum CrcAlgorithm implements ChecksumAlgorithm {
  CRC32(32, 0xedb88320L),
  CRC32C(32, 0x82f63b78L),
  CRC64NVME(64, Crc64Nvme.POLYNOMIAL);

  private final int width;
  private final long polynomial;

  CrcAlgorithm(int width, long polynomial) {
    this.width = width;
    this.polynomial = polynomial;
  }

  @Override
  public String header() {
    return "x-amz-checksum-" + name().toLowerCase(Locale.ROOT);
  }

  @Override
  public int length() {
    return width / Byte.SIZE;
  }

  @Override
  public RunningCrc start() {
    return new RunningCrc(
        this,
        switch (this) {
          case CRC32 -> new CRC32();
          case CRC32C -> new CRC32C();
          case CRC64NVME -> new Crc64Nvme();
        });
  }

  /// What the remainder `value` becomes when `bytes` bytes of zeros follow: its product with x⁸ to
  /// the power of `bytes`, by squaring, in some 2 · log₂ `bytes` multiplications.
  long shifted(long value, long bytes) {
    long product = value;
    long power = 1L << (width - 1 - Byte.SIZE);
    for (long left = bytes; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        product = product(product, power);
      }
      power = product(power, power);
    }
    return product;
  }

  /// `a` · `b` modulo the polynomial: the sum of `b` · xⁱ for every xⁱ that `a` has.
  private long product(long a, long b) {
    long sum = 0;
    long multiple = b;
    for (int bit = width - 1; bit >= 0; bit--) {
      sum ^= multiple & -((a >>> bit) & 1);
      multiple = (multiple >>> 1) ^ (polynomial & -(multiple & 1));
    }
    return sum;
  }
}
