package dev.millrace.store.ssd;

import java.util.concurrent.atomic.LongAdder;

/// What became of what a tier was asked for and offered.
record Tally(
    LongAdder hits,
    LongAdder misses,
    LongAdder entered,
    LongAdder known,
    LongAdder dropped,
    LongAdder bytesWritten,
    LongAdder segmentsBegun,
    LongAdder plainBytes,
    LongAdder sealedBytes) {
  Tally() {
    this(
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new LongAdder());
  }
}
