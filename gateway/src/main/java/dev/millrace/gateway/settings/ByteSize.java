package dev.millrace.gateway.settings;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Sizes in bytes as people write them: `65536`, `64KiB`, `1 MiB`, `2GB`.
///
/// KiB, MiB, GiB and TiB, and K, M, G and T alone, count in 1,024s; kB, MB, GB and TB in 1,000s.
public final class ByteSize {
  private static final Pattern FORM = Pattern.compile("(\\d{1,19}) ?([A-Za-z]{0,3})");

  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("B", 1L),
          Map.entry("k", 1L << 10),
          Map.entry("K", 1L << 10),
          Map.entry("KiB", 1L << 10),
          Map.entry("kB", 1_000L),
          Map.entry("KB", 1_000L),
          Map.entry("M", 1L << 20),
          Map.entry("MiB", 1L << 20),
          Map.entry("MB", 1_000_000L),
          Map.entry("G", 1L << 30),
          Map.entry("GiB", 1L << 30),
          Map.entry("GB", 1_000_000_000L),
          Map.entry("T", 1L << 40),
          Map.entry("TiB", 1L << 40),
          Map.entry("TB", 1_000_000_000_000L));

  /// The powers of 1,024.
  private static final List<String> BINARY_UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");

  private ByteSize() {}

  /// The number of bytes that `text` means.
  ///
  /// @throws IllegalArgumentException if it means none, or more than a `long` holds
  public static long parse(String text) {
    var form = FORM.matcher(text);
    var unit = form.matches() ? UNITS.get(form.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException("not a size: " + text);
    }
    try {
      return Math.multiplyExact(Long.parseLong(form.group(1)), unit);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException("too large: " + text, e);
    }
  }

  /// `bytes` in the largest unit that leaves no remainder, such as `1 MiB`; [#parse] reads it back.
  public static String text(long bytes) {
    int power = bytes > 0 ? Math.min(Long.numberOfTrailingZeros(bytes) / 10, 4) : 0;
    return (bytes >> (10 * power)) + " " + BINARY_UNITS.get(power);
  }
}
