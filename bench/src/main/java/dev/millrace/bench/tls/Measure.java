package dev.millrace.bench.tls;

import dev.millrace.bench.harness.Better;
import dev.millrace.bench.tls.probe.Answer;
import dev.millrace.bench.tls.probe.Load;

/// Which figure of an answer is reported, and how it is read.
///
/// @param figure its name in the [Answer]
record Measure(String figure, String unit, Better better) {
  static final Measure HANDSHAKES = new Measure(Answer.RATE, "handshakes/s", Better.HIGHER);
  static final Measure HEAP = new Measure(Answer.BYTES, "B/round", Better.LOWER);
  static final Measure TIME = new Measure(Answer.MICROS, "us", Better.LOWER);
  static final Measure REQUESTS = new Measure(Answer.RATE, "requests/s", Better.HIGHER);
  static final Measure SERVER_CPU = new Measure(Answer.MICROS, "cpu-us/request", Better.LOWER);
  static final Measure SET_UP_SHARE = new Measure(Load.Stages.SET_UP_SHARE, "%round", Better.LOWER);
  static final Measure CLOSE_SHARE = new Measure(Load.Stages.CLOSE_SHARE, "%round", Better.LOWER);
  static final Measure CLOSE_SAMPLES = new Measure(Load.Stages.CLOSE_SHARE, "%cpu", Better.LOWER);
  static final Measure CLOSE_TIME = new Measure(Load.Stages.CLOSE_MICROS, "us", Better.LOWER);
  static final Measure BULK = new Measure(Load.Bulk.GIGABYTES, "GB/s", Better.HIGHER);
  static final Measure BULK_HEAP = new Measure(Answer.BYTES, "B/record", Better.LOWER);
  static final Measure CONNECTION_HEAP =
      new Measure(Load.Memory.HEAP, "heap-B/connection", Better.LOWER);
  static final Measure CONNECTION_MEMORY =
      new Measure(Load.Memory.ALL, "B/connection", Better.LOWER);

  /// Handshakes in one of the seconds of [Load.Fresh].
  static Measure handshakesIn(int second) {
    return new Measure(Load.Fresh.figure(second), "handshakes/s", Better.HIGHER);
  }
}
