package dev.millrace.gateway.settings;

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
          "60s");

  static final Setting<Boolean> ACCESS_LOG =
      Setting.of("access-log", Kind.onOff(), "Whether a line is logged for every request", "on");

  static final SettingGroup GROUP =
      new SettingGroup("Clients", List.of(CLIENT_TIMEOUT, ACCESS_LOG));

  private ClientTable() {}
}
