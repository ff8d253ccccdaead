package dev.millrace.gateway.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.millrace.gateway.settings.Settings.ClientLimits;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How many requests a second each may make that is known by a key: an address, or an identity.
///
/// For each key a token bucket that holds one second's worth and is full at first, written as the
/// one time at which the next token would be there if all were spent evenly (GCRA, ITU-T I.371).
/// Buckets that are full again are forgotten; of others there are at most so many, and what is
/// forgotten then is what asks least often.
///
/// Safe for use by any number of threads, without a lock. A request takes the same time however
/// many keys there are.
public final class RateLimit {
  /// How many addresses a rate is remembered of: some 15 MB.
  private static final int MOST_ADDRESSES = 100_000;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final long interval;
  private final LongSupplier nanoTime;
  private final @Nullable Cache<String, AtomicLong> buckets;

  private RateLimit(
      long interval, LongSupplier nanoTime, @Nullable Cache<String, AtomicLong> buckets) {
    this.interval = interval;
    this.nanoTime = nanoTime;
    this.buckets = buckets;
  }

  /// A limit of so many requests a second.
  ///
  /// @param rate requests a second for each key, at most a million
  /// @param mostKeys of how many keys at a time something is remembered
  /// @param nanoTime as [System#nanoTime]
  public static RateLimit of(int rate, int mostKeys, LongSupplier nanoTime) {
    return new RateLimit(
        SECOND / rate,
        nanoTime,
        Caffeine.newBuilder()
            .maximumSize(mostKeys)
            .expireAfterAccess(Duration.ofNanos(2 * SECOND))
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build());
  }

  /// The limit of what one address may ask for.
  public static RateLimit byAddress(ClientLimits limits) {
    Integer rate = limits.requestsPerSecond();
    return rate == null ? none() : of(rate, MOST_ADDRESSES, System::nanoTime);
  }

  /// A limit that nobody reaches.
  public static RateLimit none() {
    return new RateLimit(0, () -> 0, null);
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
    if (buckets == null) {
      return 0;
    }
    long now = nanoTime.getAsLong();
    AtomicLong bucket = buckets.get(key.get(), _ -> new AtomicLong(now));
    while (true) {
      long known = bucket.get();
      long next = known - now > 0 ? known : now;
      long wait = next - now - (SECOND - interval);
      if (wait > 0) {
        return wait;
      }
      if (bucket.compareAndSet(known, next + interval)) {
        return 0;
      }
    }
  }
}
