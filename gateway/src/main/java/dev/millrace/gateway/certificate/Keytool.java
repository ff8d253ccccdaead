package dev.millrace.gateway.certificate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The JDK's own `keytool`, which makes keys and signs certificates: the JDK has no public class
/// that does.
///
/// @param store the PKCS#12 file to work on
record Keytool(Path store) {
  /// Guards nothing, since it's the same everywhere: the key store's file mode does, which keeps
  /// others out.
  static final String PASSWORD = "millrace";

  private static final String PASSWORD_VARIABLE = "MILLRACE_KEYTOOL_PASSWORD";
  private static final int TIMEOUT_SECONDS = 60;

  /// Makes a key pair (ECDSA, P-256) and a certificate for it under `alias`.
  ///
  /// @param arguments whatever else keytool's `-genkeypair` is to know
  void makeKeyPair(String alias, int days, List<String> arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xshare:auto"));
    command.addAll(List.of("-J-Duser.language=en", "-genkeypair"));
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass:env", PASSWORD_VARIABLE));
    command.addAll(List.of("-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-sigalg", "SHA256withECDSA", "-validity", String.valueOf(days)));
    command.addAll(arguments);
    run(command);
  }

  private void run(List<String> command) throws IOException {
    var output = Files.createTempFile(store.toAbsolutePath().getParent(), "keytool", ".log");
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put(PASSWORD_VARIABLE, PASSWORD);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw failure("cannot be started (" + e.getMessage() + ")", e);
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw failure("did not end within " + TIMEOUT_SECONDS + " s", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("was interrupted", e);
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      var said = Files.readString(output, StandardCharsets.ISO_8859_1).lines().toList();
      throw failure("failed (" + (said.isEmpty() ? "silently" : said.getLast()) + ")", null);
    }
  }

  private static UnusableCertificateException failure(String problem, @Nullable Throwable cause) {
    return new UnusableCertificateException(
        "cannot make a certificate: the JDK's keytool "
            + problem
            + "; give --certificate and --key instead",
        cause);
  }
}
