package dev.millrace.gateway.command;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.Routes;
import dev.millrace.fleet.StaticMembership;
import dev.millrace.fleet.Tier;
import dev.millrace.fleet.placement.Rank;
import dev.millrace.gateway.fleet.FleetMembership;
import dev.millrace.gateway.fleet.SliceAddress;
import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `millrace route`: which nodes of the fleet have a slice, in their order, and why.
@Command(
    name = "route",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Print which nodes of the fleet have the slices of objects, and why.",
    modelTransformer = SettingFlags.class)
final class RouteCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Spec private @Nullable CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "KEY", description = "The keys of the objects.")
  private List<String> keys = List.of();

  @Option(
      names = "--slice",
      paramLabel = "NUMBER",
      description = "Which slice of them, counted from 0. Default: 0.")
  private long slice;

  @Option(
      names = "--members",
      paramLabel = "FILE",
      description = "Take the list in this file, whatever fleet the settings are of.")
  private @Nullable Path members;

  RouteCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec).commandLine();
    if (slice < 0) {
      throw new CommandFailure("--slice " + slice + " is less than 0", null);
    }
    var given = command.getParseResult();
    var settings =
        members == null ? SettingFlags.read(given) : SettingFlags.readWithoutFleet(given);
    var routes = new Routes(members(settings));
    var out = command.getOut();
    for (var key : keys) {
      explain(routes, SliceAddress.placementKey(settings.origin().bucket(), key, slice), out);
    }
    out.println(
        "A score is WEIGHT / -ln(DRAW), where the DRAW between 0 and 1 is a hash of the tier, the"
            + " slice and the node's name. The highest has the slice.");
    out.flush();
    return 0;
  }

  private Members members(Settings settings) {
    FleetSettings fleet = settings.fleet();
    if (members == null && fleet == null) {
      throw new CommandFailure(
          "these settings are of no fleet; give --members FILE, or the settings of a node", null);
    }
    try (Membership membership =
        members != null
            ? StaticMembership.open(members)
            : FleetMembership.lookOn(Objects.requireNonNull(fleet))) {
      return first(membership);
    } catch (NoSuchFileException e) {
      throw new CommandFailure("there is no file " + e.getFile() + " with a list of nodes", e);
    } catch (IOException e) {
      throw new CommandFailure("the list of the fleet cannot be read: " + e.getMessage(), e);
    }
  }

  /// The first list that is not empty.
  private static Members first(Membership membership) {
    var first = new CompletableFuture<Members>();
    membership.listen(list -> {
      if (!list.nodes().isEmpty()) {
        first.complete(list);
      }
    });
    try {
      // What is in a file is there at once, or is not.
      Duration patience = membership instanceof StaticMembership ? Duration.ZERO : PATIENCE;
      return first.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      var trouble = membership.trouble();
      throw new CommandFailure(trouble == null ? "the fleet has no nodes" : trouble, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }

  private static void explain(Routes routes, String key, PrintWriter out) {
    out.printf("%s, epoch %d%n", key, routes.members().epoch());
    var main = routes.placement(Tier.MAIN).ranking(key);
    var auxiliary = routes.placement(Tier.AUXILIARY).ranking(key);
    print(main, "owner", auxiliary.isEmpty() ? "fallback" : "", out);
    if (!auxiliary.isEmpty()) {
      out.println("  while the owner is not available:");
      print(auxiliary, "fallback", "", out);
    }
  }

  private static void print(
      List<Rank<Node>> ranking, String first, String second, PrintWriter out) {
    int name = ranking.stream().mapToInt(rank -> rank.member().name().length()).max().orElse(1);
    int address =
        ranking.stream().mapToInt(rank -> rank.member().address().length()).max().orElse(1);
    for (int i = 0; i < ranking.size(); i++) {
      var rank = ranking.get(i);
      var line =
          String.format(
              Locale.ROOT,
              "  %3d  %-" + name + "s  %-" + address + "s  weight %-5s  score %9.3f  %s",
              i + 1,
              rank.member().name(),
              rank.member().address(),
              rank.weight(),
              rank.score(),
              i == 0 ? first : i == 1 ? second : "");
      out.println(line.stripTrailing());
    }
  }
}
