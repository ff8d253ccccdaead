package dev.millrace.gateway.command;

import dev.millrace.gateway.access.AccessFile;
import dev.millrace.gateway.access.Action;
import dev.millrace.gateway.access.Identity;
import dev.millrace.gateway.access.Scope;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `millrace access`: checks a file of rules, or makes an access key for one.
@Command(
    name = "access",
    description = "Check a file of access rules, and list who may what; or make an access key.")
final class AccessCommand implements Callable<Integer> {
  private static final SecureRandom RANDOM = new SecureRandom();

  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "The access file.")
  private @Nullable Path file;

  @Option(
      names = "--new-key",
      description = "Print a new access key, as a line for the keys of an identity.")
  private boolean newKey;

  AccessCommand() {}

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    if (newKey == (file != null)) {
      throw new ParameterException(command.commandLine(), "give a FILE, or --new-key");
    }
    PrintWriter out = command.commandLine().getOut();
    if (file == null) {
      out.println(newId() + ": " + newSecret());
    } else {
      list(read(file), out);
    }
    out.flush();
    return 0;
  }

  private static AccessFile read(Path file) {
    try {
      return AccessFile.once(file);
    } catch (IOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static void list(AccessFile access, PrintWriter out) {
    for (Identity identity : access.identities()) {
      out.println(line(identity));
    }
    out.println(line(access.anonymous()));
  }

  private static String line(Identity identity) {
    StringBuilder line = new StringBuilder(identity.name()).append(':');
    for (Action action : Action.values()) {
      List<Scope> scopes = identity.grants().getOrDefault(action, List.of());
      if (!scopes.isEmpty()) {
        line.append(' ').append(action.name().toLowerCase(Locale.ROOT)).append(' ');
        line.append(scopes.stream().map(Scope::toString).collect(Collectors.joining(", ")));
      }
    }
    if (identity.grants().isEmpty()) {
      line.append(" nothing");
    }
    Integer rate = identity.requestsPerSecond();
    return rate == null ? line.toString() : line + "; " + rate + " requests a second";
  }

  /// As long as Amazon's, and not to be taken for one of them.
  private static String newId() {
    StringBuilder id = new StringBuilder("MILL");
    RANDOM.ints(16, 0, 32).forEach(i -> id.append("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".charAt(i)));
    return id.toString();
  }

  private static String newSecret() {
    byte[] secret = new byte[30];
    RANDOM.nextBytes(secret);
    return Base64.getUrlEncoder().encodeToString(secret);
  }
}
