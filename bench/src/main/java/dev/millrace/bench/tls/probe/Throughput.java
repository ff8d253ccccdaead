package dev.millrace.bench.tls.probe;

import java.util.Map;

/// Figures of what is repeated for a payload of one size.
final class Throughput {
  private static final double GIGA = 1e9;

  private Throughput() {}

  static Answer answer(Meter meter, int payload) {
    Answer each = meter.answer();
    return new Answer(
        Map.of(
            Answer.RATE,
            each.figure(Answer.RATE),
            Answer.BYTES,
            each.figure(Answer.BYTES),
            Load.Bulk.GIGABYTES,
            meter.perSecond() * payload / GIGA));
  }
}
