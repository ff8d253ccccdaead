package dev.millrace.bench.cache;

import static dev.millrace.bench.cache.Side.CAFFEINE;
import static dev.millrace.bench.cache.Side.CAFFEINE_DIRECT;
import static dev.millrace.bench.cache.Side.CHM;
import static dev.millrace.bench.cache.Side.JDK;
import static dev.millrace.bench.cache.Side.JDK_HARD;
import static dev.millrace.bench.cache.Side.MILLRACE;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What is compared, how often and for how long. With more threads than cores the JVM's compiler
/// gets so little time that lookups take up to three seconds to reach their speed; hence the long
/// warm-up.
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
            hit(95, MANY_THREADS, List.of(JDK)),
            hit(100, MANY_THREADS, List.of()),
            put(MEDIUM, true, MANY_THREADS, List.of(JDK)),
            churn(MANY_THREADS, List.of(JDK)),
            memory(List.of(JDK))),
        2,
        1,
        2_500,
        400);
  }

  /// @param cores how many there are
  static Schedule full(int cores) {
    List<Side> peers = List.of(JDK, JDK_HARD, CAFFEINE, CAFFEINE_DIRECT);
    List<Comparison> all = new ArrayList<>();
    for (int threads : List.of(1, MANY_THREADS)) {
      for (int percent : List.of(0, 5, 50, 95, 100)) {
        all.add(hit(percent, threads, peers));
      }
      for (int size : List.of(MEDIUM, LARGE)) {
        all.add(put(size, true, threads, peers));
        all.add(put(size, false, threads, peers));
      }
      all.add(churn(threads, peers));
    }
    all.add(sizes());
    for (int percent : List.of(95, 100)) {
      all.add(
          Comparison.ofThreads(
              "hit=" + percent, cores, threads -> Load.hit(MILLRACE, percent, threads)));
    }
    all.add(
        Comparison.ofThreads(
            "op=put size=%d expiry=yes".formatted(MEDIUM),
            cores,
            threads -> Load.put(MILLRACE, MEDIUM, true, threads)));
    all.add(memory(List.of(JDK, JDK_HARD, CAFFEINE, CHM)));
    return new Schedule(all, 3, 3, 1_000, 300);
  }

  private static Comparison hit(int percent, int threads, List<Side> peers) {
    // Where nothing is put, a plain map does all that is asked.
    List<Side> sides =
        percent < 100 ? peers : Stream.concat(peers.stream(), Stream.of(CHM)).toList();
    return Comparison.withPeers(
        "hit=%d threads=%d".formatted(percent, threads),
        sides,
        side -> Load.hit(side, percent, threads));
  }

  private static Comparison put(int size, boolean expiry, int threads, List<Side> peers) {
    return Comparison.withPeers(
        "op=put size=%d expiry=%s threads=%d".formatted(size, expiry ? "yes" : "no", threads),
        peers,
        side -> Load.put(side, size, expiry, threads));
  }

  private static Comparison churn(int threads, List<Side> peers) {
    return Comparison.withPeers(
        "op=churn threads=" + threads, peers, side -> Load.churn(side, threads));
  }

  private static Comparison memory(List<Side> peers) {
    return Comparison.withPeers(
        "op=memory size=" + LARGE, peers, side -> new Load.Footprint(side, LARGE));
  }

  /// Whether a put takes longer where there are ten times as many entries.
  private static Comparison sizes() {
    String words = "op=put size=%d/%d expiry=yes threads=1".formatted(LARGE, MEDIUM);
    return new Comparison(
        words,
        List.of(
            new Comparison.Line(
                words,
                Load.put(MILLRACE, LARGE, true, 1),
                "self-" + MEDIUM,
                Load.put(MILLRACE, MEDIUM, true, 1))));
  }

  @Override
  public String toString() {
    return "rounds:  %d JVMs for each side in turns, each for %d × %d ms after %d × %d ms of warm-up"
        .formatted(rounds, spans, millis, spans, warmUpMillis);
  }
}
