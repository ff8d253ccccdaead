package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// How this node sees its fleet.
///
/// @param fleet null where there is none
record FleetMetrics(@Nullable Fleet fleet) implements MetricSource {
  @Override
  public void collect(MetricCollection metrics) {
    Fleet.View view = fleet == null ? null : fleet.view();
    metrics.gauge(
        "millrace.fleet.members",
        "Nodes of the fleet, by state: this node, those that answer, refuse slices, or are silent",
        view == null
            ? new Point[0]
            : Arrays.stream(Fleet.State.values())
                .map(state -> new Point(view.count(state), "state", Tally.text(state)))
                .toArray(Point[]::new));
    metrics.gauge(
        "millrace.fleet.share.ratio",
        "The share of the keys of its tier that this node owns, seen in a sample",
        view == null ? new Point[0] : new Point[] {new Point(view.share())});
    metrics.gauge(
        "millrace.fleet.epoch",
        "The epoch of the list of nodes that this node goes by",
        view == null ? new Point[0] : new Point[] {new Point(view.epoch())});
  }
}
