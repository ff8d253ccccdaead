package dev.millrace.gateway.settings;

import dev.millrace.gateway.settings.Setting.Change;
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
              "10s")
          .changing(Change.LIVE);

  static final Setting<Duration> STALE_WHILE_REVALIDATE =
      Setting.of(
              "stale-while-revalidate",
              Kind.duration(Duration.ZERO, Duration.ofHours(24)),
              "For how long after facts-time-to-live requests are answered with what is known while the"
                  + " origin is asked in the background; 0s has them wait for it",
              "0s")
          .changing(Change.LIVE);

  static final Setting<Duration> STALE_IF_ERROR =
      Setting.of(
              "stale-if-error",
              Kind.duration(Duration.ZERO, Duration.ofDays(7)),
              "For how long after facts-time-to-live requests are answered with what is known where the"
                  + " origin fails or cannot be reached; 0s answers with the failure",
              "0s")
          .changing(Change.LIVE);

  static final Setting<Duration> NEGATIVE_TIME_TO_LIVE =
      Setting.of(
              "negative-time-to-live",
              Kind.duration(Duration.ZERO, Duration.ofHours(1)),
              "For how long the origin is believed that there is no such object; 0s asks for every"
                  + " request",
              "0s")
          .changing(Change.LIVE);

  static final SettingGroup GROUP =
      new SettingGroup(
          "Freshness",
          List.of(
              FACTS_TIME_TO_LIVE, STALE_WHILE_REVALIDATE, STALE_IF_ERROR, NEGATIVE_TIME_TO_LIVE));

  private FreshnessTable() {}

  static Freshness freshness(Choices choices) {
    return new Freshness(
        choices.value(FACTS_TIME_TO_LIVE),
        choices.value(STALE_WHILE_REVALIDATE),
        choices.value(STALE_IF_ERROR),
        choices.value(NEGATIVE_TIME_TO_LIVE));
  }
}
