package dev.millrace.gateway.settings;

import dev.millrace.gateway.settings.Setting.Change;
import java.time.Duration;
import java.util.List;

/// What is set of those who ask.
final class ClientTable {
  static final Setting<Duration> CLIENT_TIMEOUT =
      Setting.of(
              "client-timeout",
              Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
              "How long a client may stay silent, take nothing of its answer, or take to complete its"
                  + " next request's headers, before it is let go",
              "60s")
          .changing(Change.LIVE);

  static final int DEFAULT_CONNECTIONS = 10_000;

  static final Setting<Integer> CONNECTIONS =
      Setting.derived(
              "connections",
              Kind.wholeNumber(1, 10_000_000),
              "How many connections clients may have in all; more are closed at once",
              DEFAULT_CONNECTIONS + ", or as many as the process may have open files for")
          .changing(Change.LIVE);

  static final Setting<Integer> CONNECTIONS_PER_ADDRESS =
      Setting.of(
              "connections-per-address",
              Kind.wholeNumber(1, 10_000_000),
              "How many connections there may be from one address, or one /64 of IPv6",
              "1000")
          .changing(Change.LIVE);

  static final Setting<Integer> REQUESTS_PER_SECOND =
      Setting.derived(
              "requests-per-second",
              Kind.wholeNumber(1, 1_000_000),
              "How many requests a second there may be from one address, or one /64 of IPv6; more are"
                  + " answered with 503 SlowDown",
              "no limit")
          .changing(Change.LIVE);

  static final Setting<Boolean> ACCESS_LOG =
      Setting.of("access-log", Kind.onOff(), "Whether a line is logged for every request", "on")
          .changing(Change.LIVE);

  static final SettingGroup GROUP =
      new SettingGroup(
          "Clients",
          List.of(
              CLIENT_TIMEOUT,
              CONNECTIONS,
              CONNECTIONS_PER_ADDRESS,
              REQUESTS_PER_SECOND,
              ACCESS_LOG));

  private ClientTable() {}
}
