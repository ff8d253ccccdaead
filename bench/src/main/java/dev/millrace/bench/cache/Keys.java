package dev.millrace.bench.cache;

/// What entries are found by.
public enum Keys {
  /// Session ids as the JDK's TLS has them.
  SESSION_ID {
    @Override
    Object of(int number) {
      return SessionId.random(new Xorshift(number));
    }
  },

  /// Boxed integers, as in the JDK's own benchmark of its cache
  /// (`org.openjdk.bench.java.security.CacheBench`): they cost next to nothing to hash and to
  /// compare, so that it is the cache that is measured.
  INTEGER {
    @Override
    Object of(int number) {
      return number + UNBOXED;
    }
  };

  /// Smaller integers are the same object whenever they are boxed.
  private static final int UNBOXED = 1000;

  /// The key of a number, made anew at each call: equal to the others of this number, but not the
  /// same, as a key that comes over the network is never the very object in the cache.
  ///
  /// @param number more than 0
  abstract Object of(int number);
}
