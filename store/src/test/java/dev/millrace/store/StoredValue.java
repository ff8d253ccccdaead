package dev.millrace.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Values that tell their key and version, and whose every byte follows from these.
final class StoredValue {
  private static final int HEADER = Integer.BYTES + Long.BYTES;

  private StoredValue() {}

  static byte[] key(int number) {
    return ("key-" + number).getBytes(US_ASCII);
  }

  /// @param longest how many bytes follow the first ones at most
  static byte[] value(int key, long version, int longest) {
    SplittableRandom random = new SplittableRandom(key * 1_000_003L + version);
    byte[] value = new byte[HEADER + random.nextInt(longest + 1)];
    random.nextBytes(value);
    ByteBuffer.wrap(value).putInt(key).putLong(version);
    return value;
  }

  /// The version of a value.
  ///
  /// @throws AssertionError if it is not of that key, or not whole
  static long version(int key, byte[] value, int longest) {
    long version = ByteBuffer.wrap(value).getLong(Integer.BYTES);
    if (!Arrays.equals(value, value(key, version, longest))) {
      throw new AssertionError("the value of key %d is torn, or of another".formatted(key));
    }
    return version;
  }
}
