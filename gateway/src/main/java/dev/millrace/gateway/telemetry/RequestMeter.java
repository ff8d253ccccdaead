package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.http.AnswerSource;
import dev.millrace.gateway.http.Exchange;
import dev.millrace.gateway.http.RequestListener;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Found;
import dev.millrace.gateway.slice.Source;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;

/// Counts the requests at a port, and what they were answered with.
///
/// Every counter is there from the beginning, so that counting allocates nothing.
///
/// Safe for use by any number of threads.
public final class RequestMeter implements RequestListener, MetricSource {
  private static final int CLASSES = 5;

  /// Where a slice was when it was looked for.
  private enum Lookup {
    HIT,
    SHARED,
    MISS
  }

  private enum Method {
    GET,
    HEAD,
    PUT,
    POST,
    DELETE,
    OTHER;

    static Method of(String method) {
      return switch (method) {
        case "GET" -> GET;
        case "HEAD" -> HEAD;
        case "PUT" -> PUT;
        case "POST" -> POST;
        case "DELETE" -> DELETE;
        default -> OTHER;
      };
    }
  }

  /// What was answered from one source.
  private static final class Answers {
    private final List<Tally<Method>> byClass =
        Stream.generate(() -> new Tally<>(Method.class, "method")).limit(CLASSES).toList();

    private final Durations toFirstByte = new Durations();
    private final Durations toLastByte = new Durations();
  }

  private final String prefix;
  private final Map<AnswerSource, Answers> answers = new EnumMap<>(AnswerSource.class);
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder cut = new LongAdder();
  private final Tally<Lookup> lookups = new Tally<>(Lookup.class, "result");
  private final Tally<Source> sent = new Tally<>(Source.class, "source");

  /// @param prefix of the names of its metrics
  public RequestMeter(String prefix) {
    this.prefix = prefix;
    for (AnswerSource source : AnswerSource.values()) {
      answers.put(source, new Answers());
    }
  }

  @Override
  public void came() {
    begun.increment();
  }

  @Override
  public void opened(ObjectName object, long index, Found found) {
    lookups.increment(
        found.isShared()
            ? Lookup.SHARED
            : found.slice().source() == Source.MEMORY ? Lookup.HIT : Lookup.MISS);
  }

  @Override
  public void sent(Source source, long count) {
    sent.add(source, count);
  }

  @Override
  public void answered(Exchange exchange) {
    Answers same = answers.get(exchange.source());
    if (same != null) {
      int statusClass = Math.clamp(exchange.status() / 100, 1, CLASSES);
      same.byClass.get(statusClass - 1).increment(Method.of(exchange.method()));
      same.toFirstByte.record(exchange.toFirstByte());
      same.toLastByte.record(exchange.toLastByte());
    }
    bytes.add(exchange.bytes());
    if (exchange.isCutShort()) {
      cut.increment();
    }
  }

  @Override
  public void left() {
    ended.increment();
  }

  @Override
  public void collect(MetricCollection metrics) {
    metrics.counter(
        prefix + ".requests",
        "Requests that were answered, by method, class of the status, and source of the first byte",
        requests());
    metrics.counter(prefix + ".requests.cut", "Requests whose answer was cut short", cut.sum());
    // The end first: whoever ends in between has begun before.
    long over = ended.sum();
    metrics.gauge(prefix + ".requests.active", "Requests under way", begun.sum() - over);
    metrics.counter(prefix + ".response.body.bytes", "Bytes of bodies that were sent", bytes.sum());
    metrics.durations(
        prefix + ".request.duration.seconds",
        "From a request to the end of its answer, by source of the first byte",
        "source",
        bySource(same -> same.toLastByte));
    metrics.durations(
        prefix + ".request.first.byte.seconds",
        "From a request to the beginning of its answer, by source of the first byte",
        "source",
        bySource(same -> same.toFirstByte));
    metrics.counter(
        prefix + ".slice.lookups",
        "Slices that requests looked for: in memory (hit), already on their way (shared), or neither"
            + " (miss)",
        lookups.points());
    metrics.counter(
        prefix + ".slice.sent.bytes", "Bytes of slices that were sent, by source", sent.points());
  }

  private Point[] requests() {
    List<Point> points = new ArrayList<>();
    answers.forEach((source, same) -> {
      for (int i = 0; i < CLASSES; i++) {
        String status = i + 1 + "xx";
        same.byClass
            .get(i)
            .forEach((method, count) -> {
              if (count > 0) {
                points.add(
                    new Point(count, "method", method, "status", status, "source", source.text()));
              }
            });
      }
    });
    return points.toArray(Point[]::new);
  }

  private Map<String, Durations> bySource(Function<Answers, Durations> which) {
    Map<String, Durations> used = new LinkedHashMap<>();
    answers.forEach((source, same) -> {
      Durations durations = which.apply(same);
      if (durations.count() > 0) {
        used.put(source.text(), durations);
      }
    });
    return used;
  }
}
