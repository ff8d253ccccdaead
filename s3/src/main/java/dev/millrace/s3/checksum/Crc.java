package dev.millrace.s3.checksum;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/// The CRC of some adjacent bytes.
///
/// @param value the CRC, in as many of the lower bits as the algorithm has
/// @param length how many bytes it is of, at least 0
public record Crc(CrcAlgorithm algorithm, long value, long length) {
  /// The CRC of no bytes, which changes none that it is joined to.
  public static Crc ofNothing(CrcAlgorithm algorithm) {
    return new Crc(algorithm, 0, 0);
  }

  /// The CRC of the bytes of this followed by those of `next`, without the bytes.
  ///
  /// To divide A‖B is to divide A · x^(8·|B|) + B, and remainders add up as their polynomials do.
  /// That CRCs begin with ones and are inverted at the end makes no difference where both are the
  /// same ones: A's inversion, shifted, is the beginning that B's own CRC was computed with.
  public Crc then(Crc next) {
    if (next.algorithm != algorithm) {
      throw new IllegalArgumentException(algorithm + " and then " + next.algorithm);
    }
    return new Crc(
        algorithm,
        algorithm.shifted(value, next.length) ^ next.value,
        Math.addExact(length, next.length));
  }

  /// The value as S3 writes it: its bytes, the highest first, in base64.
  public String base64() {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    return Base64.getEncoder()
        .encodeToString(Arrays.copyOfRange(bytes, Long.BYTES - algorithm.length(), Long.BYTES));
  }
}
