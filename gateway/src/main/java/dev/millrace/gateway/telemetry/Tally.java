package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;

/// A counter for each constant of an enum.
///
/// Safe for use by any number of threads.
final class Tally<E extends Enum<E>> {
  private final Map<E, LongAdder> counters;
  private final String label;

  /// @param label what metrics call the constants' kind
  Tally(Class<E> constants, String label) {
    this.counters = new EnumMap<>(constants);
    this.label = label;
    for (E each : constants.getEnumConstants()) {
      counters.put(each, new LongAdder());
    }
  }

  void add(E constant, long count) {
    LongAdder counter = counters.get(constant);
    if (counter != null) {
      counter.add(count);
    }
  }

  void increment(E constant) {
    add(constant, 1);
  }

  Point[] points() {
    return counters.entrySet().stream()
        .map(each -> new Point(each.getValue().sum(), label, text(each.getKey())))
        .toArray(Point[]::new);
  }

  /// Calls back with the text and the count of each constant.
  void forEach(ObjLongConsumer<String> action) {
    counters.forEach((constant, counter) -> action.accept(text(constant), counter.sum()));
  }

  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
