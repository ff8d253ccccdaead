package dev.millrace.gateway.command;

import dev.millrace.seal.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The flags that `seal` and `open` have in common.
final class SealFlags {
  private static final String VARIABLE = "MILLRACE_KEYS";

  private final Map<String, String> environment;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--keys",
      paramLabel = "KEYRING",
      description = "The file with the keys; see millrace keyring. Default: MILLRACE_KEYS.")
  private @Nullable String keys;

  @Option(
      names = "--bucket",
      paramLabel = "BUCKET",
      description =
          "A bucket that the sealed file is bound to, as it is to a key and a version: it opens only"
              + " where the same are given. Default: none.")
  private String bucket = "";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The key in the bucket. Default: none.")
  private String key = "";

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description = "The version of the object, its ETag for instance. Default: none.")
  private String version = "";

  @Option(names = "--quiet", description = "Show no progress.")
  private boolean quiet;

  // The usual flags would take --version for another purpose.
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable")
  private boolean help;

  SealFlags(Map<String, String> environment) {
    this.environment = environment;
  }

  /// The file with the keys.
  KeyringFile keyring() {
    String named = keys == null ? environment.getOrDefault(VARIABLE, "") : keys;
    if (named.isEmpty()) {
      throw new CommandFailure(
          "no keyring: give --keys, or set "
              + VARIABLE
              + "; millrace keyring KEYRING --new makes one",
          null);
    }
    return KeyringFile.of(named);
  }

  Binding binding() {
    return Binding.of(bucket, key, version);
  }

  /// Refuses to replace what is read.
  ///
  /// @param input as it was given
  void refuseToReplace(String input, Download target) {
    if (target instanceof Download.ToFile(Path file)) {
      refuseSame(input, file, "read from");
      refuseSame(keyring().path().toString(), file, "taken for the keyring");
    }
  }

  private static void refuseSame(String used, Path file, String use) {
    try {
      if (!used.equals("-") && Files.exists(file) && Files.isSameFile(Path.of(used), file)) {
        throw new CommandFailure(
            "cannot write " + file + ": it is what is " + use + "; name another FILE", null);
      }
    } catch (IOException | InvalidPathException _) {
      // What cannot be looked at cannot be used either, which is told when it is.
    }
  }

  ProgressLine progress() {
    return ProgressLine.start(line().getErr(), quiet ? 0 : ProgressLine.terminalWidth(), false);
  }

  /// What to throw where the command line makes no sense.
  ParameterException misuse(String problem) {
    return new ParameterException(line(), problem);
  }

  private CommandLine line() {
    return Objects.requireNonNull(command).commandLine();
  }
}
