package dev.millrace.bench.tls;

import static dev.millrace.bench.tls.side.Side.CONSCRYPT;
import static dev.millrace.bench.tls.side.Side.MILLRACE;
import static dev.millrace.bench.tls.side.Side.MILLRACE_CORRETTO;
import static dev.millrace.bench.tls.side.Side.MILLRACE_JDK;
import static dev.millrace.bench.tls.side.Side.SUNJSSE;
import static dev.millrace.bench.tls.side.Side.TCNATIVE;

import dev.millrace.bench.tls.Comparison.Line;
import dev.millrace.bench.tls.probe.Contexts;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Groups;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What `tls-handshake` compares.
final class HandshakeSchedule {
  private static final List<Side> OWN = List.of(MILLRACE, MILLRACE_JDK);

  private HandshakeSchedule() {}

  static List<Comparison> quick() {
    return List.of(
        handshakes(Kind.FULL_13, Groups.X25519, List.of(MILLRACE)),
        handshakes(Kind.RESUMED_12, Groups.X25519, List.of(MILLRACE)));
  }

  static List<Comparison> full() {
    List<Comparison> all = new ArrayList<>();
    for (Groups groups : Groups.values()) {
      for (Kind kind : Kind.values()) {
        if (groups == Groups.X25519 || kind.version() == Version.TLS_1_3) {
          all.add(handshakes(kind, groups, own(kind, groups)));
        }
      }
    }
    for (Contexts contexts : Contexts.values()) {
      for (Kind kind : List.of(Kind.FULL_13, Kind.RESUMED_13, Kind.RESUMED_12)) {
        all.add(scaling(kind, contexts));
      }
    }
    all.add(firstSeconds(Kind.FULL_13));
    all.add(
        Comparison.withPeers(
            "op=client-hello version=1.3 group=x25519",
            List.of(Measure.TIME),
            OWN,
            List.of(SUNJSSE),
            new Load.Start(Kind.FULL_13)));
    all.add(
        Comparison.withPeers(
            "op=setup " + Kind.RESUMED_12.words(),
            List.of(Measure.SET_UP_SHARE),
            OWN,
            List.of(SUNJSSE),
            new Load.Stages(Kind.RESUMED_12)));
    for (Kind kind : List.of(Kind.FULL_13, Kind.RESUMED_13, Kind.RESUMED_12)) {
      all.add(requests(kind));
    }
    return all;
  }

  /// Amazon Corretto Crypto Provider makes a difference to signatures.
  private static List<Side> own(Kind kind, Groups groups) {
    boolean isOfUse =
        kind.version() == Version.TLS_1_3 && !kind.resumed() && groups == Groups.X25519;
    return isOfUse && MILLRACE_CORRETTO.isForThisPlatform()
        ? List.of(MILLRACE, MILLRACE_CORRETTO, MILLRACE_JDK)
        : OWN;
  }

  /// Ours beside each peer that has the group, and beside what the public-key operations alone
  /// take.
  private static Comparison handshakes(Kind kind, Groups groups, List<Side> own) {
    String words = kind.words() + " group=" + groups.word();
    List<Side> peers =
        Stream.of(SUNJSSE, CONSCRYPT, TCNATIVE).filter(peer -> peer.has(groups)).toList();
    Load handshake = Load.Handshake.of(kind, groups);
    List<Line> lines =
        new ArrayList<>(
            Comparison.withPeers(
                    words, List.of(Measure.HANDSHAKES, Measure.HEAP), own, peers, handshake)
                .lines());
    if (kind != Kind.RESUMED_12) {
      for (Side ours : own) {
        lines.add(
            new Line(
                "%s crypto=%s".formatted(words, Comparison.crypto(ours)),
                Measure.TIME,
                new Subject(ours, handshake),
                "raw-operations",
                new Subject(ours, new Load.RawOperations(kind, groups))));
      }
    }
    return new Comparison(words, lines);
  }

  /// Ours in two threads beside ours in one.
  private static Comparison scaling(Kind kind, Contexts contexts) {
    String words = "scale=2/1 context=%s %s".formatted(contexts.word(), kind.words());
    return new Comparison(
        words,
        List.of(
            new Line(
                words,
                Measure.HANDSHAKES,
                new Subject(MILLRACE, new Load.Handshake(kind, Groups.X25519, 2, contexts)),
                "self-1-thread",
                new Subject(MILLRACE, Load.Handshake.of(kind, Groups.X25519)))));
  }

  private static Comparison firstSeconds(Kind kind) {
    return new Comparison(
        "the first seconds",
        Stream.of(1, 2, 10)
            .flatMap(second ->
                Comparison.withPeers(
                    "second=%d %s".formatted(second, kind.words()),
                    List.of(Measure.handshakesIn(second)),
                    OWN,
                    List.of(SUNJSSE),
                    new Load.Fresh(kind))
                    .lines()
                    .stream())
            .toList());
  }

  /// A server of ours beside one of the JDK's, with the same clients.
  private static Comparison requests(Kind kind) {
    return Comparison.withPeers(
        "op=request " + kind.words(),
        List.of(Measure.REQUESTS, Measure.SERVER_CPU),
        OWN,
        List.of(SUNJSSE),
        new Load.Serve(kind));
  }
}
