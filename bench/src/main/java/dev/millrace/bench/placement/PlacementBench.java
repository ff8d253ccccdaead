package dev.millrace.bench.placement;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.placement.probe.Fallback;
import dev.millrace.bench.placement.probe.Keys;
import dev.millrace.bench.placement.probe.PlacingJvm;
import dev.millrace.bench.placement.probe.Timing;
import dev.millrace.bench.placement.side.Side;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Workbench;
import dev.millrace.fleet.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Placing 10,000 keys on 18 nodes, by ours, by libraries and by what is done about `hash mod n`;
/// and how the keys of one node spread over an auxiliary tier, of which it should not matter whose
/// they were.
///
/// Each side has JVMs of its own, and all take turns.
public final class PlacementBench implements Bench {
  private static final String NAME = "placement";
  private static final int BAR_MICROS = 2_000;
  private static final Pattern LIBRARY =
      Pattern.compile("(allgood-consistent-hash|commons-lang3|guava|hash4j)-\\d.*");

  /// What is told of each side's time.
  private record Measure(String unit, ToDoubleFunction<Timing> figure) {}

  private static final List<Measure> MEASURES =
      List.of(
          new Measure("us,p50", Timing::median),
          new Measure("us,p90", Timing::p90),
          new Measure("B/key", Timing::allocated));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "10,000 keys on 18 nodes, us and B/key, and their fallbacks (peers: jump, Guava, a ring, hash mod n)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Pace pace = options.quick() ? Pace.QUICK : Pace.FULL;
    report.note(pace.toString());
    report.note("peers:   " + String.join(", ", libraries()));
    report.note("flags:   " + String.join(" ", SideJvm.FLAGS));
    report.absent(
        "maglev",
        "no library on Maven Central offers its table by itself: Alluxio's client has one for its"
            + " own workers, which needs its protocol and cannot be a module");
    report.absent("rendezvous", "no library on Maven Central was found that has it for any keys");
    try (Workbench workbench = Workbench.open()) {
      compareTimes(time(workbench, pace, report), report);
      try (Laboratory laboratory = Laboratory.open(workbench)) {
        compareFallbacks(laboratory, report);
      }
    }
  }

  private static List<String> libraries() throws IOException {
    return ClassPath.jars(SideJvm.classPath()).stream().filter(LIBRARY.asMatchPredicate()).toList();
  }

  private static Rounds<Side, Timing> time(Workbench workbench, Pace pace, BenchReport report)
      throws IOException, InterruptedException {
    List<Side> sides = List.of(Side.values());
    Map<Side, List<Timing>> timings = new EnumMap<>(Side.class);
    sides.forEach(side -> timings.put(side, new ArrayList<>()));
    for (int i = 1; i <= pace.jvms(); i++) {
      report.progress(
          "placing %,d keys in JVMs %d of %d".formatted(PlacingJvm.KEYS, i, pace.jvms()));
      try (Laboratory laboratory = Laboratory.open(workbench)) {
        Rounds.Measurement<Side, Timing> round = side -> laboratory.time(side, pace.repetitions());
        Rounds<Side, Timing> _ = Rounds.interleaved(pace.warmUp(), sides, round);
        Rounds<Side, Timing> rounds = Rounds.interleaved(pace.rounds(), sides, round);
        timings.forEach((side, all) -> all.addAll(rounds.samples().getOrDefault(side, List.of())));
      }
    }
    return new Rounds<>(timings);
  }

  private static void compareTimes(Rounds<Side, Timing> rounds, BenchReport report) {
    report.note(
        "bar:     %,d us for all; ours takes %,.0f, the ninth of ten %,.0f"
            .formatted(
                BAR_MICROS,
                rounds.spread(Side.MILLRACE, Timing::median).median(),
                rounds.spread(Side.MILLRACE, Timing::p90).median()));
    for (Measure measure : MEASURES) {
      for (Side peer : Side.values()) {
        if (!peer.isOurs()) {
          report.result(timing("plain", Side.MILLRACE, peer.word(), peer, measure, rounds));
        }
      }
      report.result(beside("weighted", Side.MILLRACE_WEIGHTED, measure, rounds));
      report.result(beside("split", Side.MILLRACE_SPLIT, measure, rounds));
    }
  }

  /// A variant of ours beside the plain one.
  private static BenchResult beside(
      String variant, Side ours, Measure measure, Rounds<Side, Timing> rounds) {
    return timing(variant, ours, "self-plain", Side.MILLRACE, measure, rounds);
  }

  private static BenchResult timing(
      String variant,
      Side ours,
      String peer,
      Side theirs,
      Measure measure,
      Rounds<Side, Timing> rounds) {
    return new BenchResult(
        NAME,
        "op=place ours=%s keys=%s nodes=%d"
            .formatted(variant, PlacingJvm.KIND.word(), PlacingJvm.NODES),
        measure.unit(),
        Better.LOWER,
        rounds.spread(ours, measure.figure()),
        peer,
        rounds.spread(theirs, measure.figure()));
  }

  /// The keys of one main node, placed on the auxiliary tier by one side.
  ///
  /// @param main by which keys are placed on the main tier, the same or another
  /// @param hash the tier whose hash the side has for the auxiliary one
  private record Case(Side side, Side main, Tier hash) {
    /// What is split is placed as what is not.
    static List<Case> all() {
      return Stream.of(
              Arrays.stream(Side.values())
                  .filter(side -> side != Side.MILLRACE_SPLIT)
                  .map(side -> new Case(side, side, side.isOurs() ? Tier.AUXILIARY : Tier.MAIN)),
              Arrays.stream(Side.values())
                  .filter(side -> side.isSeeded() && !side.isOurs())
                  .map(side -> new Case(side, side, Tier.AUXILIARY)),
              Arrays.stream(Side.values())
                  .filter(Side::isRemedy)
                  .map(side -> new Case(side, Side.FIRST_THOUGHT, Tier.MAIN)))
          .flatMap(Function.identity())
          .toList();
    }

    String word() {
      if (main != side) {
        return main.word();
      }
      return hash == Tier.MAIN ? "same" : "other-seed";
    }

    String note(Map<Keys, Fallback> fallbacks) {
      return fallbacks.entrySet().stream()
          .map(each ->
              "%s %.2g (%d)"
                  .formatted(each.getKey().word(), each.getValue().p(), each.getValue().empty()))
          .collect(
              Collectors.joining(
                  ", ", "         %s, main=%s: ".formatted(side.word(), word()), ""));
    }
  }

  private static void compareFallbacks(Laboratory laboratory, BenchReport report)
      throws IOException, InterruptedException {
    report.progress("placing on two tiers");
    report.note(
        "spread:  p by chi-square, and how many of %d auxiliary nodes are empty, for the worst of %d"
                .formatted(PlacingJvm.AUXILIARY_NODES, PlacingJvm.MAIN_NODES)
            + " main nodes; %,d keys".formatted(PlacingJvm.KEYS_OF_BOTH));
    Map<Keys, Fallback> ours = laboratory.fallbacks(Side.MILLRACE, Side.MILLRACE, Tier.AUXILIARY);
    for (Case each : Case.all()) {
      Map<Keys, Fallback> theirs = laboratory.fallbacks(each.side(), each.main(), each.hash());
      report.note(each.note(theirs));
      if (!each.side().isOurs()) {
        ours.forEach((keys, fallback) ->
            report.result(
                new BenchResult(
                    NAME,
                    "op=fallback keys=%s main=%s".formatted(keys.word(), each.word()),
                    "max/mean",
                    Better.LOWER,
                    Spread.of(fallback.skew()),
                    each.side().word(),
                    Spread.of(Objects.requireNonNull(theirs.get(keys)).skew()))));
      }
    }
  }
}
