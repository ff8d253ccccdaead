package dev.millrace.gateway.settings;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a gateway is watched and operated.
///
/// @param admin where it is asked how it fares, and told what to do; nowhere where null
/// @param otlp what is told to a collector; nothing where null
/// @param logFormat how the lines of its logs are written
/// @param audit what is written down of who did what; nothing where null
/// @param drain how it ends
public record OperationSettings(
    @Nullable Admin admin,
    @Nullable Otlp otlp,
    LogFormat logFormat,
    @Nullable Audit audit,
    Drain drain) {
  /// How a gateway ends.
  ///
  /// @param delay for how long it still accepts connections, once it says that it is not ready
  /// @param timeout for how long requests under way may go on once it accepts no more
  public record Drain(Duration delay, Duration timeout) {}

  /// Whether anybody is told of its metrics.
  public boolean isWatched() {
    return admin != null || otlp != null;
  }

  /// The port for that.
  ///
  /// @param port 0 takes any free one
  /// @param token the file with the secret of those who may change something; nobody may where null
  public record Admin(String host, int port, @Nullable Path token) {}

  /// A collector of OpenTelemetry's, that metrics are sent to, and spans.
  ///
  /// @param endpoint without a path
  /// @param sampling the share of requests that are traced
  public record Otlp(URI endpoint, double sampling) {}

  /// The audit log.
  ///
  /// @param isOfAll whether admitted requests are in it too
  public record Audit(Path file, boolean isOfAll) {}
}
