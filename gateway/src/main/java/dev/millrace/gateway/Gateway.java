package dev.millrace.gateway;

import dev.millrace.gateway.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;

/// A running gateway.
public final class Gateway implements AutoCloseable {
  private Gateway() {}

  /// Starts a gateway that listens when this returns.
  ///
  /// @param log where a line per request goes
  public static Gateway start(Settings settings, PrintStream log) throws IOException {
    log.println(settings);
    return new Gateway();
  }

  /// The port that the gateway listens on.
  public int port() {
    return 0;
  }

  @Override
  public void close() {}
}
