package dev.millrace.bench.cache;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.millrace.cache.SessionCache;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ConcurrentHashMap;
import sun.security.util.Cache;

/// Ours and its peers.
public enum Side {
  MILLRACE("millrace"),
  /// The JDK's cache as its TLS uses it: values in soft references.
  JDK("jdk"),
  /// The same with strong references.
  JDK_HARD("jdk-hard"),
  /// Caffeine as it comes: evictions run in the common pool.
  CAFFEINE("caffeine"),
  /// Caffeine with evictions in the calling thread.
  CAFFEINE_DIRECT("caffeine-direct"),
  /// A map without bound, order or expiry: what no cache can be expected to beat.
  CHM("chm");

  /// The JDK's default lifetime of a TLS session, in seconds.
  private static final int LIFETIME = 86_400;

  private final String word;

  Side(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /// An empty cache, where entries either live for a day or for ever.
  Contender open(int capacity, boolean expiry) {
    return switch (this) {
      case MILLRACE -> new MillraceContender(SessionCache.bounded(capacity, lifetime(expiry)));
      case JDK -> new JdkContender(Cache.newSoftMemoryCache(capacity, expiry ? LIFETIME : 0));
      case JDK_HARD -> new JdkContender(Cache.newHardMemoryCache(capacity, expiry ? LIFETIME : 0));
      case CAFFEINE -> new CaffeineContender(caffeine(capacity, expiry).build());
      case CAFFEINE_DIRECT ->
          new CaffeineContender(caffeine(capacity, expiry).executor(Runnable::run).build());
      case CHM -> new MapContender(new ConcurrentHashMap<>());
    };
  }

  private static Duration lifetime(boolean expiry) {
    return expiry ? Duration.ofSeconds(LIFETIME) : ChronoUnit.FOREVER.getDuration();
  }

  private static Caffeine<Object, Object> caffeine(int capacity, boolean expiry) {
    Caffeine<Object, Object> bounded = Caffeine.newBuilder().maximumSize(capacity);
    return expiry ? bounded.expireAfterWrite(lifetime(true)) : bounded;
  }
}
