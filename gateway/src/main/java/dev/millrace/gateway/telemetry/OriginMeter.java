package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts what the origin is asked, and what it answers.
///
/// Safe for use by any number of threads.
final class OriginMeter implements MetricSource {
  /// The result of a question that went well.
  static final String OK = "ok";

  /// What is asked.
  enum Question {
    FACTS,
    SLICE,
    LIST,
    WRITE,
    PROBE
  }

  private record Outcome(Question question, String result) {}

  private final ConcurrentMap<Outcome, LongAdder> outcomes = new ConcurrentHashMap<>();
  private final Map<Question, Durations> latencies = new EnumMap<>(Question.class);
  private final LongAdder retries = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  OriginMeter() {
    for (Question question : Question.values()) {
      latencies.put(question, new Durations());
    }
  }

  /// The origin began to answer.
  void began(Question question, long nanos) {
    Durations latency = latencies.get(question);
    if (latency != null) {
      latency.record(nanos);
    }
  }

  /// The origin gave all that was asked for.
  void succeeded(Question question) {
    count(question, OK);
  }

  /// The origin gave something else, or nothing, or too little.
  void failed(Question question, IOException failure) {
    count(question, result(failure));
  }

  /// A name for what went wrong, one of few.
  static String result(IOException failure) {
    return Tally.text(
        switch (failure) {
          case OriginException known -> known.reason();
          case SocketTimeoutException _ -> Reason.TIMED_OUT;
          default -> Reason.UNAVAILABLE;
        });
  }

  private void count(Question question, String result) {
    outcomes.computeIfAbsent(new Outcome(question, result), _ -> new LongAdder()).increment();
  }

  void received(long count) {
    bytes.add(count);
  }

  /// Something is asked again.
  void retried() {
    retries.increment();
  }

  @Override
  public void collect(MetricCollection metrics) {
    List<Point> requests = new ArrayList<>();
    outcomes.forEach((outcome, count) ->
        requests.add(
            new Point(
                count.sum(), "question", Tally.text(outcome.question), "result", outcome.result)));
    metrics.counter(
        "millrace.origin.requests",
        "Questions to the origin that are over, by what was asked (facts, slice, list, write, probe), and"
            + " result: ok or what went wrong",
        requests.toArray(Point[]::new));
    metrics.counter(
        "millrace.origin.retries",
        "Questions that were asked again after a failure",
        retries.sum());
    metrics.counter(
        "millrace.origin.received.bytes",
        "Bytes of objects that came from the origin",
        bytes.sum());
    Map<String, Durations> used = new LinkedHashMap<>();
    latencies.forEach((question, latency) -> used.put(Tally.text(question), latency));
    metrics.durations(
        "millrace.origin.first.byte.seconds",
        "From a question to the beginning of the origin's answer",
        "question",
        used);
  }
}
