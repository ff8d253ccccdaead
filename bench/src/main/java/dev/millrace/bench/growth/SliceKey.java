package dev.millrace.bench.growth;

import java.util.HexFormat;

/// The key of a slice, which becomes that of another one without anything being allocated. For one
/// thread.
final class SliceKey implements CharSequence {
  private static final String PREFIX = "lake/events/part-";
  private static final String SUFFIX = ".parquet";
  private static final int DIGITS = 8;

  private final char[] text = (PREFIX + "0".repeat(DIGITS) + SUFFIX).toCharArray();

  /// @param number from 0 up to but not including 2^32
  SliceKey at(long number) {
    for (int i = 0; i < DIGITS; i++) {
      text[PREFIX.length() + i] =
          HexFormat.of().toLowHexDigit((int) (number >>> (4 * (DIGITS - 1 - i))));
    }
    return this;
  }

  @Override
  public int length() {
    return text.length;
  }

  @Override
  public char charAt(int index) {
    return text[index];
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return toString().subSequence(start, end);
  }

  @Override
  public String toString() {
    return String.valueOf(text);
  }
}
