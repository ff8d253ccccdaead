package dev.millrace.conformance.shim;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The program that the runner starts for each test: a script, since a JVM takes too long to start.
/// It has its part of the protocol of [ShimServer].
public final class Launcher {
  /// The environment variable that tells it the server's port.
  public static final String PORT_VARIABLE = "MILLRACE_SHIM_PORT";

  private Launcher() {}

  /// Writes the script into a folder.
  ///
  /// @return the script, which can be executed
  public static Path writeTo(Path folder) throws IOException {
    Path script = folder.resolve("launcher.sh");
    try (InputStream in =
        Launcher.class.getResourceAsStream("/dev/millrace/conformance/launcher.sh")) {
      Files.copy(Objects.requireNonNull(in), script);
    }
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + script + " executable");
    }
    return script;
  }
}
