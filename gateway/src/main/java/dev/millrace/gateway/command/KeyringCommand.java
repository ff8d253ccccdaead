package dev.millrace.gateway.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `millrace keyring`: makes and changes files with keys, and tells which keys they have.
@Command(
    name = "keyring",
    description = "List, make or rotate the keys that files are sealed with.")
final class KeyringCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "The file with the keys.")
  private String file = "";

  @Option(
      names = "--new",
      description = "Make the file, with one key, for this user alone. Fails where it is there.")
  private boolean create;

  @Option(
      names = "--rotate",
      description =
          "Put a new key on top, which seals from now on; the others still open what they sealed.")
  private boolean rotate;

  KeyringCommand() {}

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    if (create && rotate) {
      throw new ParameterException(
          command.commandLine(), "a new keyring needs no rotation: leave out --new or --rotate");
    }
    KeyringFile keyring = KeyringFile.of(file);
    int status =
        Interruption.during(() -> {
          if (create) {
            keyring.create();
          } else if (rotate) {
            keyring.rotate();
          }
        });
    if (status == 0) {
      list(keyring.read().names(), command.commandLine().getOut());
    }
    return status;
  }

  private static void list(List<String> names, PrintWriter out) {
    out.println(names.getFirst() + "  seals and opens");
    for (String name : names.subList(1, names.size())) {
      out.println(name + "  opens");
    }
    out.flush();
  }
}
