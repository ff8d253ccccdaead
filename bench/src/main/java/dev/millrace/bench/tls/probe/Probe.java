package dev.millrace.bench.tls.probe;

import java.io.IOException;
import java.security.GeneralSecurityException;

/// A load at work. What it needs it has made before the first round, and keeps.
@FunctionalInterface
interface Probe {
  /// Goes on for about so long, where it takes time at all to find the figures.
  Answer run(long nanos) throws IOException, GeneralSecurityException, InterruptedException;
}
