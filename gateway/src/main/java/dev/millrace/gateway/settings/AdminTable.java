package dev.millrace.gateway.settings;

import dev.millrace.gateway.settings.Setting.Change;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// What is set of how the gateway is watched and operated.
final class AdminTable {
  private static final Pattern SHARE = Pattern.compile("0(?:\\.\\d{1,9})?|1(?:\\.0{1,9})?");

  static final Setting<Integer> ADMIN_PORT =
      Setting.derived(
          "admin-port",
          Kind.wholeNumber(0, 65_535),
          "A port with TLS for health, metrics and actions; 0 takes any free one",
          "none");

  static final Setting<String> ADMIN_HOST =
      Setting.of("admin-host", Kind.host(), "The address that admin-port listens on", "127.0.0.1");

  static final Setting<Path> ADMIN_TOKEN =
      Setting.derived(
          "admin-token",
          Kind.tokenFile(),
          "The secret that whoever changes something through admin-port must send, as"
              + " Authorization: Bearer TOKEN",
          "none: nothing can be changed through admin-port");

  static final Setting<URI> OTLP_ENDPOINT =
      Setting.derived(
          "otlp-endpoint",
          Kind.endpoint(),
          "The collector of OpenTelemetry's that metrics are sent to every 15 seconds, and spans, by"
              + " OTLP over HTTP",
          "none: nothing is sent");

  static final Setting<Double> OTLP_SAMPLING =
      Setting.of(
          "otlp-sampling",
          new Kind<>("NUMBER", "a number from 0 to 1, such as 0.01", AdminTable::share),
          "The share of requests that are traced, with spans to otlp-endpoint, of those that do not"
              + " say so themselves; with 0 none is, whatever they say",
          "0");

  static final Setting<LogFormat> LOG_FORMAT =
      Setting.of(
              "log-format",
              Kind.logFormat(),
              "How the lines of logs are written: for people, or each as an object of JSON",
              "text")
          .changing(Change.LIVE);

  static final Setting<Duration> DRAIN_DELAY =
      Setting.of(
          "drain-delay",
          Kind.duration(Duration.ZERO, Duration.ofMinutes(10)),
          "For how long a gateway that is to end still accepts connections, so that load balancers"
              + " notice that it is not ready",
          "0s");

  static final Setting<Duration> DRAIN_TIMEOUT =
      Setting.of(
          "drain-timeout",
          Kind.duration(Duration.ZERO, Duration.ofHours(1)),
          "For how long requests under way may go on once a gateway that ends accepts no more",
          "30s");

  static final SettingGroup GROUP =
      new SettingGroup(
          "Operation",
          List.of(
              ADMIN_PORT,
              ADMIN_HOST,
              ADMIN_TOKEN,
              OTLP_ENDPOINT,
              OTLP_SAMPLING,
              LOG_FORMAT,
              DRAIN_DELAY,
              DRAIN_TIMEOUT));

  private AdminTable() {}

  private static double share(String text, Path folder) throws Kind.Refusal {
    if (!SHARE.matcher(text).matches()) {
      throw new Kind.Refusal(null);
    }
    return Double.parseDouble(text);
  }
}
