package dev.millrace.gateway.http;

import dev.millrace.gateway.settings.Settings.ClientLimits;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How many requests a second each may make that is known by a key, such as an address.
///
/// Safe for use by any number of threads, without a lock.
public final class RateLimit {
  /// How many addresses a rate is remembered of: some 15 MB.
  private static final int MOST_ADDRESSES = 100_000;

  private final int rate;
  private final @Nullable TokenBuckets buckets;

  private RateLimit(int rate, @Nullable TokenBuckets buckets) {
    this.rate = rate;
    this.buckets = buckets;
  }

  /// A limit of so many requests a second.
  ///
  /// @param rate requests a second for each key, at most a million
  /// @param mostKeys of how many keys at a time something is remembered
  /// @param nanoTime as [System#nanoTime]
  public static RateLimit of(int rate, int mostKeys, LongSupplier nanoTime) {
    return new RateLimit(rate, new TokenBuckets(mostKeys, nanoTime));
  }

  /// The limit of what one address may ask for.
  public static RateLimit byAddress(ClientLimits limits) {
    Integer rate = limits.requestsPerSecond();
    return rate == null ? none() : of(rate, MOST_ADDRESSES, System::nanoTime);
  }

  /// A limit that nobody reaches.
  public static RateLimit none() {
    return new RateLimit(0, null);
  }

  /// Lets a request of `key` pass, which is asked for only if there is a limit.
  ///
  /// @throws S3Error if it is one too many
  void pass(Supplier<String> key) throws S3Error {
    long wait = take(key);
    if (wait > 0) {
      throw S3Error.slowDown(wait);
    }
  }

  /// Takes a token for a request of `key`.
  ///
  /// @return 0 if there was one; else nothing was taken, and it is how long until there is one, in
  ///   nanoseconds
  long take(Supplier<String> key) {
    return buckets == null ? 0 : buckets.take(key.get(), rate);
  }
}
