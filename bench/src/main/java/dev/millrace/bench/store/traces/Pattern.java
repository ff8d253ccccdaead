package dev.millrace.bench.store.traces;

import dev.millrace.bench.store.Zipf;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/// Which keys are asked for, one after another, made up by a rule: equal patterns give equal
/// requests.
///
/// The keys 0, 1, 2, … up to [#keys] are asked for again and again, by Zipf's law; each pattern
/// adds one thing to this that caches are known to stumble over. Shares are of all requests, from 0
/// to 1.
public sealed interface Pattern {
  /// The exponent with which YCSB, and most who measure caches, ask for keys.
  double USUAL_EXPONENT = 0.99;

  /// A word for the report.
  String word();

  /// How many keys are asked for again and again. The sizes of caches are shares of them.
  int keys();

  /// The requests from the first on, without end; keys that are not among those asked for again and
  /// again follow them. For one thread.
  IntSupplier requests();

  /// Zipf's law alone: what is popular stays so. Home ground of what counts how often each key was
  /// asked for.
  record Popular(int keys, double exponent, long seed) implements Pattern {
    @Override
    public String word() {
      return "zipf-" + exponent;
    }

    @Override
    public IntSupplier requests() {
      return new Zipf(keys, exponent, seed)::next;
    }
  }

  /// Scans among the requests: now and then somebody reads a great many keys in order, as a backup
  /// or a report does. Each scan goes on where the last one ended, in four times as many keys as
  /// are popular, and begins anew at their end: what it reads is asked for again, but not soon.
  /// Home ground of what does not let newcomers push out what has proved itself.
  ///
  /// While a scan lasts, four of five requests are its own (all, where its share is larger).
  record Scanned(int keys, double share, long seed) implements Pattern {
    private static final int LENGTH = 100_000;
    private static final double SHARE_WHILE_SCANNING = 0.8;
    private static final int SCANNED = 4;

    @Override
    public String word() {
      return "scan-" + percent(share);
    }

    @Override
    public IntSupplier requests() {
      double dense = Math.max(share, SHARE_WHILE_SCANNING);
      return new IntSupplier() {
        private final Zipf popular = new Zipf(keys, USUAL_EXPONENT, seed);
        private final SplittableRandom random = new SplittableRandom(~seed);
        private final long period = Math.round(LENGTH * dense / share);
        private long time;
        private int scanned;

        @Override
        public int getAsInt() {
          boolean scanning = time++ % period < LENGTH && random.nextDouble() < dense;
          return scanning ? keys + scanned++ % (SCANNED * keys) : popular.next();
        }
      };
    }
  }

  /// One-hit wonders: a share of the requests is for keys that nobody asks for again, as most
  /// objects behind a content network are. Home ground of what lets newcomers go quickly.
  record Wonders(int keys, double share, long seed) implements Pattern {
    @Override
    public String word() {
      return "once-" + percent(share);
    }

    @Override
    public IntSupplier requests() {
      return new IntSupplier() {
        private final Zipf popular = new Zipf(keys, USUAL_EXPONENT, seed);
        private final SplittableRandom random = new SplittableRandom(~seed);
        private int next = keys;

        @Override
        public int getAsInt() {
          return random.nextDouble() < share ? next++ : popular.next();
        }
      };
    }
  }

  /// What is popular changes, as news do: after every `interval` requests a key, drawn by its
  /// popularity, changes places with any other. Home ground of what forgets.
  record Drifting(int keys, int interval, long seed) implements Pattern {
    @Override
    public String word() {
      return "drift-" + interval;
    }

    @Override
    public IntSupplier requests() {
      return new IntSupplier() {
        private final Zipf popular = new Zipf(keys, USUAL_EXPONENT, seed);
        private final SplittableRandom random = new SplittableRandom(~seed);
        private final int[] keyOfRank = IntStream.range(0, keys).toArray();
        private long time;

        @Override
        public int getAsInt() {
          if (++time % interval == 0) {
            int fallen = popular.next();
            int risen = random.nextInt(keys);
            int key = keyOfRank[fallen];
            keyOfRank[fallen] = keyOfRank[risen];
            keyOfRank[risen] = key;
          }
          return keyOfRank[popular.next()];
        }
      };
    }
  }

  private static String percent(double share) {
    return Math.round(100 * share) + "%";
  }
}
