package dev.millrace.gateway.command;

import dev.millrace.gateway.Gateway;
import dev.millrace.gateway.settings.Nearest;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command `millrace`.
///
/// Whatever goes wrong is one line on stderr. The exit status is 0 for success, 1 for a failure and
/// 2 for a command line that makes no sense.
@Command(
    name = "millrace",
    description = "A read-through HTTPS cache in front of S3.",
    mixinStandardHelpOptions = true,
    versionProvider = Millrace.Version.class,
    subcommands = {
      ServeCommand.class,
      GetCommand.class,
      SealCommand.class,
      OpenCommand.class,
      KeyringCommand.class,
      AccessCommand.class,
      FleetCommand.class,
      RouteCommand.class,
      DoctorCommand.class,
      CompletionCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "In a checkout, ./millrace test builds everything and runs all tests."})
public final class Millrace implements Runnable {
  static final String NAME = "millrace";

  @Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure, and what libraries log.")
  private boolean debug;

  Millrace() {}

  /// Runs the command and exits.
  public static void main(String... arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /// The command with all its subcommands, ready to be executed.
  static CommandLine commandLine() {
    var millrace = new Millrace();
    var line = new CommandLine(millrace);
    for (var subcommand : ServiceLoader.load(Subcommand.class)) {
      line.addSubcommand(subcommand);
    }
    for (var subcommand : line.getSubcommands().values()) {
      var spec = subcommand.getCommandSpec();
      if (!spec.mixinStandardHelpOptions() && spec.findOption("--help") == null) {
        spec.mixinStandardHelpOptions(true);
      }
      spec.versionProvider(new Version());
    }
    line.setExecutionStrategy(parsed -> {
      ErrorLog.configure(millrace.debug);
      return new CommandLine.RunLast().execute(parsed);
    });
    line.setParameterExceptionHandler((e, _) -> misused(e));
    line.setExecutionExceptionHandler((e, command, _) -> millrace.failed(e, command.getErr()));
    return line;
  }

  @Override
  public void run() {
    var command = Objects.requireNonNull(spec).commandLine();
    throw new ParameterException(command, "no command given");
  }

  private static int misused(ParameterException e) {
    var command = e.getCommandLine();
    var problem = firstLine(e);
    if (e instanceof UnmatchedArgumentException unmatched) {
      problem = "unknown " + unknown(unmatched.getUnmatched().getFirst(), command);
    }
    command
        .getErr()
        .println(
            NAME
                + ": "
                + problem
                + "; try: "
                + command.getCommandSpec().qualifiedName()
                + " --help");
    return CommandLine.ExitCode.USAGE;
  }

  private static String unknown(String word, CommandLine command) {
    var isOption = word.startsWith("-");
    var commands = command.getSubcommands().keySet();
    var known = isOption ? command.getCommandSpec().optionsMap().keySet() : commands;
    var kind = isOption ? "option " : commands.isEmpty() ? "argument " : "command ";
    return Nearest.to(word.replaceFirst("=.*", ""), known)
        .map(near -> kind + word + ", did you mean " + near + "?")
        .orElse(kind + word);
  }

  private int failed(Exception e, PrintWriter err) {
    if (debug) {
      e.printStackTrace(err);
      err.flush();
    } else if (e instanceof CommandFailure) {
      err.println(NAME + ": " + firstLine(e));
    } else {
      err.println(
          NAME
              + ": "
              + e.getClass().getSimpleName()
              + ": "
              + firstLine(e)
              + cause(e)
              + "; run with --debug for the stack trace");
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String cause(Throwable e) {
    var root = e.getCause();
    while (root != null && root.getCause() != null) {
      root = root.getCause();
    }
    return root == null
        ? ""
        : " (caused by " + root.getClass().getSimpleName() + ": " + firstLine(root) + ")";
  }

  private static String firstLine(Throwable e) {
    var message = e.getMessage();
    return message == null ? "no message" : message.lines().findFirst().orElse("no message");
  }

  /// What `--version` prints: our version, which the compiler notes in the module, and the JDK's.
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        NAME + " " + Gateway.version() + " (JDK " + System.getProperty("java.version") + ")"
      };
    }
  }
}
