package dev.millrace.bench.cache;

import static dev.millrace.bench.cache.Keys.INTEGER;
import static dev.millrace.bench.cache.Keys.SESSION_ID;
import static dev.millrace.bench.cache.Side.CAFFEINE;
import static dev.millrace.bench.cache.Side.CAFFEINE_DIRECT;
import static dev.millrace.bench.cache.Side.CHM;
import static dev.millrace.bench.cache.Side.JDK;
import static dev.millrace.bench.cache.Side.JDK_HARD;
import static dev.millrace.bench.cache.Side.MILLRACE;

import dev.millrace.bench.harness.BenchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What is compared, how often and for how long. With more threads than cores, lookups take three
/// seconds to reach their speed; hence the long warm-up, of which one thread needs half.
///
/// @param rounds how many JVMs are started for each side
/// @param spans how many spans of time a JVM is measured for, after as many that do not count
/// @param warmUpMillis the length of a span that does not count
/// @param millis the length of one that does
record Schedule(List<Comparison> comparisons, int rounds, int spans, int warmUpMillis, int millis) {
  private static final int MEDIUM = 20_480;
  private static final int LARGE = 204_800;
  private static final int MANY_THREADS = 4;

  static Schedule quick() {
    return new Schedule(
        List.of(
            hit(SESSION_ID, 95, MANY_THREADS, List.of(JDK)),
            hit(SESSION_ID, 100, MANY_THREADS, List.of()),
            put(SESSION_ID, MEDIUM, true, MANY_THREADS, List.of(JDK)),
            churn(SESSION_ID, MANY_THREADS, List.of(JDK)),
            memory(List.of(JDK))),
        2,
        1,
        2_500,
        400);
  }

  /// @param cores how many there are
  static Schedule full(int cores) {
    List<Comparison> all = new ArrayList<>();
    for (int threads : List.of(1, MANY_THREADS)) {
      all.addAll(withSessionIds(threads, List.of(JDK, JDK_HARD, CAFFEINE, CAFFEINE_DIRECT)));
      all.addAll(withIntegers(threads, List.of(JDK, JDK_HARD)));
    }
    all.add(sizes(SESSION_ID));
    all.add(sizes(INTEGER));
    all.addAll(scaling(cores));
    all.add(memory(List.of(JDK, JDK_HARD, CAFFEINE, CHM)));
    return new Schedule(all, 3, 3, 1_000, 300);
  }

  /// What is asked for, as often and for as long as in a quick run or a full one.
  ///
  /// @param cores how many there are
  static Schedule of(BenchOptions options, int cores) {
    Schedule few = quick();
    Schedule all = full(cores);
    Schedule pace = options.quick() ? few : all;
    return new Schedule(
        options.choose(few.comparisons, all.comparisons, Comparison::words),
        pace.rounds,
        pace.spans,
        pace.warmUpMillis,
        pace.millis);
  }

  int warmUpMillis(int threads) {
    return threads == 1 ? warmUpMillis / 2 : warmUpMillis;
  }

  private static List<Comparison> withSessionIds(int threads, List<Side> peers) {
    List<Comparison> all = new ArrayList<>();
    for (int percent : List.of(0, 5, 50, 95, 100)) {
      all.add(hit(SESSION_ID, percent, threads, peers));
    }
    for (int size : List.of(MEDIUM, LARGE)) {
      all.add(put(SESSION_ID, size, true, threads, peers));
      all.add(put(SESSION_ID, size, false, threads, peers));
    }
    all.add(churn(SESSION_ID, threads, peers));
    return all;
  }

  /// The same with keys that hide less of what the caches themselves cost.
  private static List<Comparison> withIntegers(int threads, List<Side> peers) {
    return List.of(
        hit(INTEGER, 50, threads, peers),
        hit(INTEGER, 95, threads, peers),
        hit(INTEGER, 100, threads, peers),
        put(INTEGER, MEDIUM, true, threads, peers),
        put(INTEGER, LARGE, true, threads, peers),
        churn(INTEGER, threads, peers));
  }

  private static Comparison hit(Keys keys, int percent, int threads, List<Side> peers) {
    // Where nothing is put, a plain map does all that is asked.
    List<Side> sides =
        percent < 100 ? peers : Stream.concat(peers.stream(), Stream.of(CHM)).toList();
    return Comparison.withPeers(
        "hit=%d%s threads=%d".formatted(percent, words(keys), threads),
        sides,
        side -> Load.hit(side, keys, percent, threads));
  }

  private static Comparison put(
      Keys keys, int size, boolean expiry, int threads, List<Side> peers) {
    return Comparison.withPeers(
        "op=put size=%d expiry=%s%s threads=%d"
            .formatted(size, expiry ? "yes" : "no", words(keys), threads),
        peers,
        side -> Load.put(side, keys, size, expiry, threads));
  }

  private static Comparison churn(Keys keys, int threads, List<Side> peers) {
    return Comparison.withPeers(
        "op=churn%s threads=%d".formatted(words(keys), threads),
        peers,
        side -> Load.churn(side, keys, threads));
  }

  private static String words(Keys keys) {
    return keys == SESSION_ID ? "" : " key=int";
  }

  private static Comparison memory(List<Side> peers) {
    return Comparison.withPeers(
        "op=memory size=" + LARGE, peers, side -> new Load.Footprint(side, LARGE));
  }

  /// Whether a put takes longer where there are ten times as many entries.
  private static Comparison sizes(Keys keys) {
    String words = "op=put size=%d/%d expiry=yes%s threads=1".formatted(LARGE, MEDIUM, words(keys));
    return new Comparison(
        words,
        List.of(
            new Comparison.Line(
                words,
                Load.put(MILLRACE, keys, LARGE, true, 1),
                "self-" + MEDIUM,
                Load.put(MILLRACE, keys, MEDIUM, true, 1))));
  }

  private static List<Comparison> scaling(int cores) {
    return List.of(
        Comparison.ofThreads(
            "hit=95", cores, threads -> Load.hit(MILLRACE, SESSION_ID, 95, threads)),
        Comparison.ofThreads(
            "hit=100", cores, threads -> Load.hit(MILLRACE, SESSION_ID, 100, threads)),
        Comparison.ofThreads(
            "op=put size=%d expiry=yes".formatted(MEDIUM),
            cores,
            threads -> Load.put(MILLRACE, SESSION_ID, MEDIUM, true, threads)));
  }

  @Override
  public String toString() {
    return "rounds:  %d JVMs for each side in turns, each for %d × %d ms after %d × %d ms of warm-up (half with 1 thread)"
        .formatted(rounds, spans, millis, spans, warmUpMillis);
  }
}
