package dev.millrace.bench.harness;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// How figures are written.
public final class Figures {
  private static final MathContext FOUR_DIGITS = new MathContext(4);

  private Figures() {}

  /// Writes a figure with four significant digits and without an exponent, as JSON and people read
  /// it; whole digits are never dropped.
  public static String plain(double figure) {
    BigDecimal exact = BigDecimal.valueOf(figure);
    BigDecimal rounded =
        Math.abs(figure) >= 1000
            ? exact.setScale(0, RoundingMode.HALF_UP)
            : exact.round(FOUR_DIGITS);
    String text = rounded.toPlainString();
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
