package dev.millrace.bench.evidence;

import static dev.millrace.bench.evidence.Bar.times;
import static dev.millrace.bench.evidence.Bar.within;

import java.util.List;
import java.util.stream.Stream;

/// What TLS costs beside its cryptography: sessions, closes, the state of handshakes.
final class TlsClaims {
  private static final String JDK = "jdk";
  private static final String SUNJSSE = "sunjsse";
  private static final String CONSCRYPT = "conscrypt";
  private static final String TCNATIVE = "tcnative";

  static final List<Claim> ALL = List.of(lock(), expiry(), close(), construction());

  private TlsClaims() {}

  private static Claim lock() {
    return new Claim(
        "tax-1",
        "One lock around the session cache",
        "cache",
        "All threads queue behind the lock of the cache that JSSE keeps its sessions in, and it is"
            + " cleaned inside that lock. With the cache bypassed a server went from 35 to 120"
            + " sessions a second; a lookup that misses took 18,023 ns with 4 threads, one that hits"
            + " 542.",
        "35 → 120 sessions/s without the cache; 18,023 ns a miss",
        "[JDK-8186628](https://bugs.openjdk.org/browse/JDK-8186628)",
        "Lookups of session ids by 4 threads, each followed by a put where it finds nothing; and"
            + " tickets that are taken and put. `jdk` is the cache of today's JSSE, `jdk-hard` the"
            + " same with strong references, `chm` a map without bound, order or expiry.",
        "session-cache",
        "session-cache.md",
        JDK,
        List.of(
            Figure.of("lookups, none hits", "hit=0 threads=4", "ops/us"),
            Figure.of("lookups, half of them hit", "hit=50 threads=4", "ops/us"),
            Figure.of("lookups, all hit", "hit=100 threads=4", "ops/us"),
            Figure.of("tickets used once", "op=churn threads=4", "ops/us", times(3, JDK))));
  }

  private static Claim expiry() {
    return new Claim(
        "tax-2",
        "Expiry scans on put",
        "cache",
        "A put into a full cache looked at every entry for some that have expired. With the earliest"
            + " expiry remembered a put took 148 ns at 20,480 entries and 151 ns at 204,800.",
        "148 and 151 ns a put, once mended",
        "[JDK-8259886](https://bugs.openjdk.org/browse/JDK-8259886)",
        "Puts of new keys into full caches of either size by one thread, none expired; and ours at"
            + " one size beside ours at the other, where 1 means that size costs nothing. With"
            + " session ids the larger table no longer fits the processor's second cache, on any"
            + " side; integers in sequence hide that.",
        "session-cache",
        "session-cache.md",
        JDK,
        List.of(
            Figure.of("puts into 204,800", "op=put size=204800 expiry=yes threads=1", "ops/us"),
            Figure.of("puts into 20,480", "op=put size=20480 expiry=yes threads=1", "ops/us"),
            Figure.of(
                "204,800 beside 20,480", "op=put size=204800/20480 expiry=yes threads=1", "ops/us"),
            Figure.of(
                "the same, keys in sequence",
                "op=put size=204800/20480 expiry=yes key=int threads=1",
                "ops/us")));
  }

  private static Claim close() {
    return new Claim(
        "tax-3",
        "The cost of close",
        "tls",
        "Closing connections took 25.5 % of a server's processor time with resumed handshakes, and"
            + " 7.5 % with full ones: each connection copied and freed the whole configuration of the"
            + " socket that it was modelled on, locks included.",
        "25.5 % of the CPU with resumed handshakes, 7.5 % with full ones",
        "[NSS bug 274518](https://bugzilla.mozilla.org/show_bug.cgi?id=274518)",
        "A connection that is made, used for a byte each way and closed, both ends in one thread:"
            + " the share of its processor time (by samples) and of its time (by the clock) that the"
            + " close of both ends takes, and how long that is. A close seals and opens a"
            + " close_notify at either end; its share grows as the handshake gets faster.",
        "tls-close",
        "tls.md#close",
        SUNJSSE,
        Stream.of(
                close("TLS 1.3, resumed", "version=1.3 kind=resumed", 1),
                close("TLS 1.2, resumed", "version=1.2 kind=resumed", 1),
                close("TLS 1.3, full", "version=1.3 kind=full key=ecdsa", 0.3))
            .flatMap(List::stream)
            .toList());
  }

  private static List<Figure> close(String label, String kind, double percent) {
    String words = "op=close %s crypto=native".formatted(kind);
    return List.of(
        Figure.of(label + ", share of processor time", words, "%cpu"),
        Figure.of(label + ", share of time", words, "%round", within(percent)),
        Figure.of(label, words, "us"));
  }

  private static Claim construction() {
    return new Claim(
        "tax-4",
        "State of a handshake built anew for each",
        "tls",
        "Half of `startHandshake` went into the construction of a `HandshakeContext`: protocols and"
            + " cipher suites that are allowed were computed again for every connection. With them"
            + " computed once, 0.257 handshakes were made in a millisecond instead of 0.247.",
        "about 50 % of `startHandshake`; 0.247 → 0.257 handshakes/ms",
        "[JDK-8274308](https://bugs.openjdk.org/browse/JDK-8274308)",
        "The time from `beginHandshake` to a ClientHello that is written, without its keys; the"
            + " share of a resumed round of TLS 1.2 in which two engines are made, set and begun, and"
            + " the ClientHello written, which is more than the goal of 1 % speaks of; and whole"
            + " handshakes, both ends in one thread.",
        "tls-handshake",
        "tls.md",
        SUNJSSE,
        List.of(
            Figure.of(
                "to the ClientHello",
                "op=client-hello version=1.3 group=x25519 crypto=native",
                "us",
                times(5, SUNJSSE)),
            Figure.of(
                "set-up of both ends, and the ClientHello, share",
                "op=setup version=1.2 kind=resumed crypto=native",
                "%round",
                within(1)),
            Figure.of(
                "TLS 1.3, full",
                "version=1.3 kind=full key=ecdsa group=x25519 crypto=native",
                "handshakes/s",
                times(5, SUNJSSE),
                times(1.1, CONSCRYPT, TCNATIVE)),
            Figure.of(
                "TLS 1.3, resumed",
                "version=1.3 kind=resumed group=x25519 crypto=native",
                "handshakes/s",
                times(7, SUNJSSE),
                times(1.3, CONSCRYPT, TCNATIVE)),
            Figure.of(
                "TLS 1.2, resumed",
                "version=1.2 kind=resumed group=x25519 crypto=native",
                "handshakes/s",
                times(3, SUNJSSE),
                times(1.2, TCNATIVE))));
  }
}
