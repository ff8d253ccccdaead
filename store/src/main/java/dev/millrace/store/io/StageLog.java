package dev.millrace.store.io;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/// How long the requests of one queue took, stage by stage.
///
/// What happens on the queue's own thread is recorded there, the rest by whoever waited.
final class StageLog {
  /// The requests of one kind.
  static final class Kind {
    private final Histogram queued = new Histogram();
    private final Histogram device = new Histogram();
    private final Histogram delivered = new Histogram();
    private final Histogram total = new Histogram();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder errors = new LongAdder();

    /// Takes a request that the device has ended.
    void completed(Request request) {
      queued.record(request.submitted - request.queued);
      device.record(request.completed - request.submitted);
      if (request.result < 0) {
        errors.increment();
      } else {
        bytes.add(request.result);
      }
    }

    /// Takes a request whose caller runs again.
    void delivered(Request request, long now) {
      delivered.record(now - request.completed);
      total.record(now - request.queued);
    }
  }

  private final Kind reads = new Kind();
  private final Kind writes = new Kind();
  private final LongAdder waiting = new LongAdder();

  /// Takes a request that somebody waits for from now on.
  void asked(Request request) {
    switch (request.operation) {
      case READ, WRITE -> waiting.increment();
      case FORCE, ATTACH, DETACH, STOP -> {}
    }
  }

  /// Takes a request that nobody waits for any more.
  void over(Request request) {
    switch (request.operation) {
      case READ, WRITE -> waiting.decrement();
      case FORCE, ATTACH, DETACH, STOP -> {}
    }
  }

  void completed(Request request) {
    over(request);
    switch (request.operation) {
      case READ -> reads.completed(request);
      case WRITE -> writes.completed(request);
      case FORCE, ATTACH, DETACH, STOP -> {}
    }
  }

  void delivered(Request request) {
    switch (request.operation) {
      case READ -> reads.delivered(request, System.nanoTime());
      case WRITE -> writes.delivered(request, System.nanoTime());
      case FORCE, ATTACH, DETACH, STOP -> {}
    }
  }

  /// What several queues did together.
  static IoStats sum(List<StageLog> logs, long systemCalls) {
    return new IoStats(
        sum(logs.stream().map(log -> log.reads).toList()),
        sum(logs.stream().map(log -> log.writes).toList()),
        systemCalls,
        logs.stream().map(StageLog::depth).toList());
  }

  /// Its parts are read one after the other, and who ends a request may be seen before who began
  /// it.
  private long depth() {
    return Math.max(0, waiting.sum());
  }

  private static IoStats.Operations sum(List<Kind> kinds) {
    IoStats.Latency device = latency(kinds, kind -> kind.device);
    return new IoStats.Operations(
        device.count(),
        kinds.stream().mapToLong(kind -> kind.bytes.sum()).sum(),
        kinds.stream().mapToLong(kind -> kind.errors.sum()).sum(),
        latency(kinds, kind -> kind.queued),
        device,
        latency(kinds, kind -> kind.delivered),
        latency(kinds, kind -> kind.total));
  }

  private static IoStats.Latency latency(List<Kind> kinds, Function<Kind, Histogram> stage) {
    return Histogram.sum(kinds.stream().map(stage).toList());
  }
}
