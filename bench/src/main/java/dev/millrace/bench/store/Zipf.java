package dev.millrace.bench.store;

import java.util.SplittableRandom;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;

/// Ranks of which each is asked for as often as Zipf's law says: rank `r`, counted from 1, in
/// proportion to `r` to the power of minus the exponent. Exact for any number of ranks, and without
/// a table. For one thread.
public final class Zipf {
  private final DiscreteSampler ranks;

  /// @param count how many ranks there are, at least 1
  /// @param exponent 0 for all alike; 0.99 is what YCSB asks caches with
  /// @param seed equal ones give equal ranks
  public Zipf(int count, double exponent, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ranks = RejectionInversionZipfSampler.of(random::nextLong, count, exponent);
  }

  /// The next rank, from 0, which is asked for most often, up to but not including the count.
  public int next() {
    return ranks.sample() - 1;
  }
}
