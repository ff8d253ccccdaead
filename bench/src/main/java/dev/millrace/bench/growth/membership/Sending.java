package dev.millrace.bench.growth.membership;

import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// What the nodes of a fleet and a ZooKeeper server send each other, as it was counted.
///
/// @param nodes how many there are before one joins, or after one has left
public record Sending(int nodes, Map<Event, List<Traffic>> samples) {
  /// The default of the gateway's `fleet-ticket-period`.
  private static final Duration PERIOD = Duration.ofHours(12);

  /// So short that few passes which nobody woke, of which there is one each ten seconds, come
  /// between two rotations.
  private static final Duration SHORT_PERIOD = Duration.ofSeconds(2);

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// Counts.
  ///
  /// @param quiet for how long nothing is to happen, a part of a minute
  /// @param repetitions how often everything else happens
  public static Sending measure(Workbench workbench, int nodes, Duration quiet, int repetitions)
      throws IOException, InterruptedException {
    Map<Event, List<Traffic>> samples = new EnumMap<>(Event.class);
    for (Event event : Event.values()) {
      samples.put(event, new ArrayList<>());
    }
    Sending sending = new Sending(nodes, samples);
    try (MeteredFleet fleet = MeteredFleet.start(workbench, null)) {
      sending.countChanges(fleet, repetitions);
    }
    try (MeteredFleet fleet = MeteredFleet.start(workbench, SHORT_PERIOD)) {
      sending.countRotations(fleet, repetitions);
    }
    try (MeteredFleet fleet = MeteredFleet.start(workbench, PERIOD)) {
      Traffic _ = fleet.join(nodes);
      sending.add(Event.MINUTE, fleet.quiet(quiet).times(MINUTE.dividedBy(quiet)));
    }
    return sending;
  }

  /// Every change wakes a pass of every node, so that none comes unwoken soon after it. Without
  /// ticket keys, which have passes of their own.
  private void countChanges(MeteredFleet fleet, int repetitions)
      throws IOException, InterruptedException {
    Traffic _ = fleet.join(nodes);
    for (int i = 0; i < repetitions; i++) {
      add(Event.JOIN, fleet.join(nodes + 1));
      add(Event.LEAVE, fleet.leave());
    }
  }

  private void countRotations(MeteredFleet fleet, int repetitions)
      throws IOException, InterruptedException {
    Traffic _ = fleet.join(nodes);
    Traffic _ = fleet.rotation();
    for (int i = 0; i < repetitions; i++) {
      add(Event.ROTATION, fleet.rotation());
    }
  }

  private void add(Event event, Traffic sample) {
    samples.getOrDefault(event, List.of()).add(sample);
  }

  public Spread messages(Event event) {
    return spread(event, Traffic::messages);
  }

  public Spread bytes(Event event) {
    return spread(event, Traffic::bytes);
  }

  private Spread spread(Event event, ToDoubleFunction<Traffic> figure) {
    return Spread.of(samples.getOrDefault(event, List.of()).stream().mapToDouble(figure).toArray());
  }
}
