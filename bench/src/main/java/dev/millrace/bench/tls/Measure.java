package dev.millrace.bench.tls;

import dev.millrace.bench.harness.Better;
import dev.millrace.bench.tls.probe.Answer;

/// Which figure of an answer is reported, and how it is read.
///
/// @param figure its name in the [Answer]
record Measure(String figure, String unit, Better better) {
  static final Measure HANDSHAKES = new Measure(Answer.RATE, "handshakes/s", Better.HIGHER);
  static final Measure HEAP = new Measure(Answer.BYTES, "B/round", Better.LOWER);
  static final Measure TIME = new Measure(Answer.MICROS, "us", Better.LOWER);
}
