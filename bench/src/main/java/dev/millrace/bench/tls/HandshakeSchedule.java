package dev.millrace.bench.tls;

import static dev.millrace.bench.tls.side.Side.CONSCRYPT;
import static dev.millrace.bench.tls.side.Side.MILLRACE;
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

/// What `tls-handshake` compares.
final class HandshakeSchedule {
  private static final List<Side> PEERS = List.of(SUNJSSE, CONSCRYPT, TCNATIVE);

  private HandshakeSchedule() {}

  static List<Comparison> quick() {
    return List.of(
        handshakes(Kind.FULL_13, Groups.X25519),
        handshakes(Kind.RESUMED_13, Groups.X25519),
        handshakes(Kind.RESUMED_12, Groups.X25519));
  }

  static List<Comparison> full() {
    List<Comparison> all = new ArrayList<>();
    for (Groups groups : Groups.values()) {
      for (Kind kind : Kind.values()) {
        if (groups == Groups.X25519 || kind.version() == Version.TLS_1_3) {
          all.add(handshakes(kind, groups));
        }
      }
    }
    for (Contexts contexts : Contexts.values()) {
      for (Kind kind : List.of(Kind.FULL_13, Kind.RESUMED_13, Kind.RESUMED_12)) {
        all.add(scaling(kind, contexts));
      }
    }
    return all;
  }

  /// Ours, with either cryptography, beside each peer that has the group and beside what the
  /// public-key operations alone take.
  private static Comparison handshakes(Kind kind, Groups groups) {
    Load handshake = Load.Handshake.of(kind, groups);
    Load raw = new Load.RawOperations(kind, groups);
    String words = kind.words() + " group=" + groups.word();
    List<Line> lines = new ArrayList<>();
    for (Side own : List.of(MILLRACE, MILLRACE_JDK)) {
      Subject ours = new Subject(own, handshake);
      String ownWords = "%s crypto=%s".formatted(words, own == MILLRACE ? "native" : "jdk");
      for (Side peer : PEERS) {
        if (peer.has(groups)) {
          Subject theirs = new Subject(peer, handshake);
          lines.add(new Line(ownWords, Measure.HANDSHAKES, ours, peer.word(), theirs));
          lines.add(new Line(ownWords, Measure.HEAP, ours, peer.word(), theirs));
        }
      }
      if (kind != Kind.RESUMED_12) {
        lines.add(new Line(ownWords, Measure.TIME, ours, "raw-operations", new Subject(own, raw)));
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
}
