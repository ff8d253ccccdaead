package dev.millrace.bench.store.gc;

import java.util.Comparator;
import java.util.List;

/// What one setting came to.
///
/// @param pauses all of them, those as it was filled included
record Outcome(Setting setting, Service service, List<Pause> pauses) {
  /// Those while requests were served.
  List<Pause> whileServing() {
    return pauses.stream()
        .filter(pause -> pause.end() >= service.begin() && pause.end() <= service.end())
        .toList();
  }

  double longestPause() {
    return longest(whileServing());
  }

  /// The longest that a collector took while all stood still.
  double longestStanding() {
    return whileServing().stream().mapToDouble(Pause::standing).max().orElse(0);
  }

  double paused() {
    return whileServing().stream().mapToDouble(Pause::millis).sum();
  }

  /// What is worth telling beside the figures.
  String note() {
    List<Pause> serving = whileServing();
    String longest =
        serving.stream()
            .max(Comparator.comparingDouble(Pause::millis))
            .map(Pause::operation)
            .orElse("none");
    return "pauses:  %s: %d while serving, the longest for %s; filling took %.0f s, its longest %.1f ms"
        .formatted(
            setting.word(),
            serving.size(),
            longest,
            service.begin(),
            longest(pauses.stream().filter(pause -> pause.end() < service.begin()).toList()));
  }

  private static double longest(List<Pause> pauses) {
    return pauses.stream().mapToDouble(Pause::millis).max().orElse(0);
  }
}
