package dev.millrace.gateway.command;

import java.time.Duration;
import java.util.Locale;

/// How far a download is.
///
/// @param done bytes that are there
/// @param all bytes that there will be, as far as is known
/// @param complete whether `all` is all
/// @param objects how many objects are done with; -1 where there is but one
/// @param rate in bytes per second
record Standing(long done, long all, boolean complete, long objects, double rate) {
  private static final int SMALLEST_BAR = 10;
  private static final int LARGEST_BAR = 40;
  private static final String UNITS = "KMGTPE";

  /// One line of at most `width` characters.
  String line(int width) {
    String text = amount() + "  " + size((long) rate) + "/s" + timeLeft();
    if (objects >= 0) {
      text = objects + (objects == 1 ? " object, " : " objects, ") + text;
    }
    String percent = "%3d%% ".formatted(all == 0 ? 100 : (int) (100.0 * done / all));
    int room = Math.min(LARGEST_BAR, width - percent.length() - text.length() - "[] ".length());
    if (complete && room >= SMALLEST_BAR) {
      int full = all == 0 ? room : (int) (room * (double) done / all);
      text = percent + "[" + "#".repeat(full) + "-".repeat(room - full) + "] " + text;
    }
    return text.substring(0, Math.min(width, text.length()));
  }

  /// `bytes` in a unit that fits, such as `1.5 GiB`.
  static String size(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int power = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double value = bytes / (double) (1L << (10 * power));
    return String.format(
        Locale.ROOT, value < 10 ? "%.1f %ciB" : "%.0f %ciB", value, UNITS.charAt(power - 1));
  }

  /// Where nobody knows how much there will be, what is there is all that can be told.
  private String amount() {
    if (complete) {
      return size(done) + " of " + size(all);
    }
    return done == all ? size(done) : size(done) + " of " + size(all) + " and more";
  }

  private String timeLeft() {
    if (!complete || rate < 1 || done >= all) {
      return "";
    }
    Duration left = Duration.ofSeconds((long) Math.ceil((all - done) / rate));
    return left.toHours() > 0
        ? "  %d:%02d:%02d left"
            .formatted(left.toHours(), left.toMinutesPart(), left.toSecondsPart())
        : "  %d:%02d left".formatted(left.toMinutes(), left.toSecondsPart());
  }
}
