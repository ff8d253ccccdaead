package dev.millrace.bench.growth;

import dev.millrace.bench.growth.membership.Event;
import dev.millrace.bench.growth.membership.NodesJvm;
import dev.millrace.bench.growth.membership.Sending;
import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.process.Workbench;
import dev.millrace.fleet.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.inference.ChiSquareTest;

/// What becomes of a fleet as it grows: how evenly slices are spread, how many move, where those of
/// a lost node go, what a placement costs, and what membership sends.
///
/// Loads and moves are counted, by the code that places keys in a fleet; so is what membership
/// sends, of as many nodes as one machine has room for.
public final class FleetGrowthBench implements Bench {
  private static final String NAME = "fleet-growth";

  /// Slices of a lost node that are placed again.
  private static final long LOST = 100_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "load, moved slices, cost and membership of growing fleets";
  }

  /// Pictures.
  @Override
  public boolean records() {
    return true;
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Scale scale = options.quick() ? Scale.QUICK : Scale.FULL;
    report.note(scale.toString());
    List<Fleet> fleets = scale.fleets().stream().map(nodes -> Fleet.of(Tier.MAIN, nodes)).toList();
    report.progress("timing placements");
    Rounds<Fleet, Double> times = Cost.time(fleets, scale.rounds());
    List<Growth> growths = new ArrayList<>();
    for (Fleet fleet : fleets) {
      report.progress("placing on %d nodes".formatted(fleet.size()));
      growths.add(measure(fleet, scale, times.spread(fleet, x -> x), report));
    }
    growths.forEach(growth -> tell(growth, growths.getFirst(), report));
    List<Sending> sendings = send(scale, report);
    sendings.forEach(sending -> tell(sending, sendings.getFirst(), report));
    Path folder = options.recordings();
    if (folder == null) {
      report.note("picture: only with --recordings FOLDER");
    } else {
      report.progress("drawing");
      new Pictures(growths, sendings)
          .write(folder)
          .forEach(file -> report.note("picture: " + file));
    }
  }

  private static Growth measure(Fleet fleet, Scale scale, Spread nanos, BenchReport report) {
    Simulation simulation = new Simulation(report::progress);
    long lost = Math.min(scale.sample(), LOST * fleet.size());
    Fleet joined = fleet.joined();
    return new Growth(
        fleet.size(),
        scale.slices(),
        Load.of(simulation.load(fleet, scale.slices())),
        simulation.moves(fleet, joined, joined.nodes().getLast(), scale.sample()),
        simulation.moves(fleet, fleet.left(), fleet.nodes().getFirst(), scale.sample()),
        simulation.fallbacks(fleet, lost),
        nanos,
        Cost.memory(fleet.size()));
  }

  private static List<Sending> send(Scale scale, BenchReport report)
      throws IOException, InterruptedException {
    report.note(
        "members: on one ZooKeeper server, with sessions of %d s and passes each 10 s; %d joins, leaves and rotations, %d s of quiet"
            .formatted(
                NodesJvm.SESSION_TIMEOUT.toSeconds(), scale.rounds(), scale.quiet().toSeconds()));
    List<Sending> sendings = new ArrayList<>();
    try (Workbench workbench = Workbench.open()) {
      for (int nodes : scale.members()) {
        report.progress("joining %d nodes".formatted(nodes));
        sendings.add(Sending.measure(workbench, nodes, scale.quiet(), scale.rounds()));
      }
    }
    return sendings;
  }

  private static void tell(Growth growth, Growth first, BenchReport report) {
    int nodes = growth.nodes();
    report.note(
        "fleet:   %d: %d slices moved without need; a lost node's on 2 to 64 auxiliary ones: p %.2g"
            .formatted(
                nodes, growth.join().stray() + growth.leave().stray(), leastP(growth.fallbacks())));
    Lines lines = new Lines(nodes, first.nodes(), report);
    tellCounted(growth, lines);
    tellGrown(growth, first, lines);
  }

  private static void tellCounted(Growth growth, Lines lines) {
    int nodes = growth.nodes();
    long slices = growth.slices();
    Load load = growth.load();
    lines.beside("load", "max/mean", load.maxToMean(), "chance", Chance.maxToMean(slices, nodes));
    lines.beside(
        "load",
        "deviation/mean",
        load.deviationToMean(),
        "chance",
        Chance.deviationToMean(slices, nodes));
    Moves join = growth.join();
    lines.beside("join", "moved-%", join.percentMoved(), "minimum", 100.0 / (nodes + 1));
    Moves leave = growth.leave();
    lines.beside("leave", "moved-%", leave.percentMoved(), "minimum", leave.percentOwned());
    long[] auxiliary = growth.fallbacks().getLast();
    lines.beside(
        "lost-node",
        "max/mean,of-64",
        Load.of(auxiliary).maxToMean(),
        "chance",
        Chance.maxToMean(Arrays.stream(auxiliary).sum(), auxiliary.length));
  }

  private static void tellGrown(Growth growth, Growth first, Lines lines) {
    lines.grown("place", "ns", growth.nanos(), first.nanos());
    lines.grown("memory", "B", Spread.of(growth.bytes()), Spread.of(first.bytes()));
  }

  private static void tell(Sending sending, Sending first, BenchReport report) {
    Lines lines = new Lines(sending.nodes(), first.nodes(), report);
    for (Event event : Event.values()) {
      lines.grown(event.word(), "messages", sending.messages(event), first.messages(event));
      lines.grown(event.word(), "B", sending.bytes(event), first.bytes(event));
    }
  }

  /// How probable it is that the worst of all auxiliary tiers is as uneven by chance: the least p
  /// by chi-square times their number, but no more than 1.
  private static double leastP(List<long[]> fallbacks) {
    return Math.min(
        1,
        fallbacks.size()
            * fallbacks.stream()
                .mapToDouble(counts -> ChiSquareTest.withDefaults().test(counts).getPValue())
                .min()
                .orElseThrow());
  }

  /// The lines of one fleet.
  ///
  /// @param least how many nodes the smallest has
  private record Lines(int nodes, int least, BenchReport report) {
    void beside(String operation, String unit, double ours, String peer, double theirs) {
      line(operation, unit, Spread.of(ours), peer, Spread.of(theirs));
    }

    void grown(String operation, String unit, Spread ours, Spread theirs) {
      line(operation, unit, ours, "self-" + least, theirs);
    }

    private void line(String operation, String unit, Spread ours, String peer, Spread theirs) {
      report.result(
          new BenchResult(
              NAME,
              "nodes=%d op=%s".formatted(nodes, operation),
              unit,
              Better.LOWER,
              ours,
              peer,
              theirs));
    }
  }
}
