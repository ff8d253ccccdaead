package dev.millrace.bench.tls;

import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.tls.probe.Answer;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Lines of the report whose subjects are measured in turns.
record Comparison(String title, List<Line> lines) {

  /// Ours beside one peer, or beside itself.
  ///
  /// @param peer the peer's word
  record Line(String words, Measure measure, Subject ours, String peer, Subject theirs) {
    BenchResult result(String bench, Rounds<Subject, Answer> rounds) {
      return new BenchResult(
          bench,
          words,
          measure.unit(),
          measure.better(),
          rounds.spread(ours, answer -> answer.figure(measure.figure())),
          peer,
          rounds.spread(theirs, answer -> answer.figure(measure.figure())));
    }
  }

  /// The words of all lines.
  Stream<String> words() {
    return lines.stream().map(Line::words);
  }

  /// All that is to be measured, each once.
  List<Subject> subjects() {
    return lines.stream()
        .flatMap(line -> Stream.of(line.ours(), line.theirs()))
        .distinct()
        .toList();
  }

  /// Ours beside several peers at one load, by one measure or several.
  ///
  /// @param own ours; with more than one, each beside all the peers
  static Comparison withPeers(
      String words, List<Measure> measures, List<Side> own, List<Side> peers, Load load) {
    List<Line> lines = new ArrayList<>();
    for (Side ours : own) {
      for (Side peer : peers) {
        for (Measure measure : measures) {
          lines.add(
              new Line(
                  "%s crypto=%s".formatted(words, crypto(ours)),
                  measure,
                  new Subject(ours, load),
                  peer.word(),
                  new Subject(peer, load)));
        }
      }
    }
    return new Comparison(words, lines);
  }

  /// The word for whose cryptography ours has.
  static String crypto(Side ours) {
    return switch (ours) {
      case MILLRACE -> "native";
      case MILLRACE_CORRETTO -> "corretto";
      case MILLRACE_JDK -> "jdk";
      case SUNJSSE, CONSCRYPT, TCNATIVE -> throw new IllegalArgumentException(ours + " is a peer");
    };
  }
}
