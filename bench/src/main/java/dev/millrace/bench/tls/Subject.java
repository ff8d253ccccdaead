package dev.millrace.bench.tls;

import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Side;

/// What one line of a comparison holds against another: a side at a load.
record Subject(Side side, Load load) {}
