package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.telemetry.MetricCollection.Point;
import dev.millrace.tls.ConnectionListener;
import java.util.concurrent.atomic.LongAdder;

/// Counts connections of clients, by what TLS says of them. The JDK's says nothing.
///
/// Safe for use by any number of threads.
public final class ConnectionMeter implements ConnectionListener, MetricSource {
  private final LongAdder begun = new LongAdder();
  private final LongAdder full = new LongAdder();
  private final LongAdder resumed = new LongAdder();
  private final Tally<End> ends = new Tally<>(End.class, "how");

  @Override
  public void begun() {
    begun.increment();
  }

  @Override
  public void established(boolean isResumed) {
    (isResumed ? resumed : full).increment();
  }

  @Override
  public void ended(End end) {
    ends.increment(end);
  }

  @Override
  public void collect(MetricCollection metrics) {
    metrics.counter(
        "millrace.connections.accepted", "Connections whose handshake began", begun.sum());
    metrics.counter(
        "millrace.tls.handshakes",
        "Handshakes that were completed, by whether they resumed a session",
        new Point(full.sum(), "kind", "full"),
        new Point(resumed.sum(), "kind", "resumed"));
    metrics.counter(
        "millrace.connections.ended",
        "Connections that are over: closed, truncated without a word, failed, or unestablished, which"
            + " are failed handshakes",
        ends.points());
  }
}
