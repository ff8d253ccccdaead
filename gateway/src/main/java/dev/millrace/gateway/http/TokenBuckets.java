package dev.millrace.gateway.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How many requests a second each may make that is known by a key, such as an address: by a token
/// bucket for each, which holds one second's worth and is full at first.
///
/// Each is written as the one time at which the next token would be there if all were spent evenly
/// (GCRA, ITU-T I.371). That is a time whatever the rate, so that a bucket whose rate changes stays
/// as full as it was. Buckets that are full again are forgotten; of others there are at most so
/// many, and what is forgotten then is what asks least often.
///
/// Safe for use by any number of threads, without a lock. A request takes the same time however
/// many keys there are.
final class TokenBuckets {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /// Of how many keys at a time something is remembered: some 15 MB.
  private static final int MOST_KEYS = 100_000;

  private final LongSupplier nanoTime;
  private final Cache<String, AtomicLong> buckets;

  TokenBuckets() {
    this(MOST_KEYS, System::nanoTime);
  }

  /// @param mostKeys of how many keys at a time something is remembered
  /// @param nanoTime as [System#nanoTime]
  TokenBuckets(int mostKeys, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(mostKeys)
            .expireAfterAccess(Duration.ofNanos(2 * SECOND))
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /// Lets a request of `key` pass, which is asked for only if there is a limit.
  ///
  /// @param rate requests a second, at most a million; null where there is no limit
  /// @throws S3Error if it is one too many
  void pass(Supplier<String> key, @Nullable Integer rate) throws S3Error {
    long wait = rate == null ? 0 : take(key.get(), rate);
    if (wait > 0) {
      throw S3Error.slowDown(wait);
    }
  }

  /// Takes a token for a request of `key`.
  ///
  /// @param rate tokens a second, at most a million
  /// @return 0 if there was one; else nothing was taken, and it is how long until there is one, in
  ///   nanoseconds
  long take(String key, int rate) {
    long interval = SECOND / rate;
    long now = nanoTime.getAsLong();
    AtomicLong bucket = buckets.get(key, _ -> new AtomicLong(now));
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
