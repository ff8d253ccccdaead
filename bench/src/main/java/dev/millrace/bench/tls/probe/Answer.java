package dev.millrace.bench.tls.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Figures by name, from one round of one [Load].
public record Answer(Map<String, Double> figures) {
  /// Rounds per second.
  public static final String RATE = "rate";

  /// Microseconds per round.
  public static final String MICROS = "us";

  /// Bytes of heap allocated per round.
  public static final String BYTES = "bytes";

  public Answer {
    figures = Map.copyOf(figures);
  }

  /// One of the figures.
  ///
  /// @throws IllegalArgumentException if it is not there
  public double figure(String name) {
    Double figure = figures.get(name);
    if (figure == null) {
      throw new IllegalArgumentException("no %s in %s".formatted(name, figures));
    }
    return figure;
  }

  /// As it goes from one JVM to the other.
  String line() {
    return figures.entrySet().stream()
        .map(figure -> figure.getKey() + "=" + figure.getValue())
        .collect(Collectors.joining(" "));
  }

  public static Answer parse(String line) {
    Map<String, Double> figures = new LinkedHashMap<>();
    Stream.of(line.split(" "))
        .map(word -> word.split("=", 2))
        .forEach(pair -> figures.put(pair[0], Double.valueOf(pair[1])));
    return new Answer(figures);
  }
}
