package dev.millrace.gateway.command;

import dev.millrace.seal.SealException;
import java.io.IOException;

/// Why something could not be sealed or opened, and what its user can do about it.
final class SealDiagnosis {
  private SealDiagnosis() {}

  /// The failure to open `name`, in one line.
  static CommandFailure opening(String name, IOException e) {
    String remedy = e instanceof SealException refusal ? remedy(refusal) : "";
    return new CommandFailure("cannot open " + name + ": " + e.getMessage() + remedy, e);
  }

  /// The failure to seal `name`, in one line.
  static CommandFailure sealing(String name, Exception e) {
    return new CommandFailure("cannot seal " + name + ": " + e.getMessage(), e);
  }

  /// A library that compresses does not load.
  static CommandFailure loading(LinkageError e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new CommandFailure(
        "what compresses does not load: "
            + String.valueOf(root.getMessage()).lines().findFirst().orElse("")
            + "; name a folder for its library, that programs may be run from, with"
            + " MILLRACE_JAVA_OPTS=-Djava.io.tmpdir=FOLDER",
        e);
  }

  private static String remedy(SealException refusal) {
    return switch (refusal.reason()) {
      case NOT_SEALED -> "; name one that millrace seal made";
      case UNSUPPORTED -> "; a newer millrace may open it, unless its header is damaged";
      // Without --range, what is opened is a stream.
      case CONTINUED -> "; leave out --range";
      case UNKNOWN_KEY -> "; give the keyring that has it with --keys";
      case WRONG_KEY -> "; check --keys, and where the file comes from";
      case TRUNCATED -> "; get it again, whole";
      case NOT_AUTHENTIC ->
          "; check --bucket, --key and --version, with which it was sealed, else get it again";
      case MALFORMED -> "; what made it was not millrace";
      case TOO_LARGE -> "";
    };
  }
}
