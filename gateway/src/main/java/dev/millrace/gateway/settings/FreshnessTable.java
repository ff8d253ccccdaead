package dev.millrace.gateway.settings;

import java.time.Duration;
import java.util.List;

/// What is set of how long the word of the origin is believed.
final class FreshnessTable {
  static final Setting<Duration> FACTS_TIME_TO_LIVE =
      Setting.of(
          "facts-time-to-live",
          Kind.duration(Duration.ZERO, Duration.ofHours(24)),
          "For how long an object's size and ETag are believed before the origin is asked again; 0s"
              + " asks for every request",
          "10s");

  static final SettingGroup GROUP = new SettingGroup("Freshness", List.of(FACTS_TIME_TO_LIVE));

  private FreshnessTable() {}
}
