package dev.millrace.gateway.trace;

import dev.millrace.gateway.otlp.OtlpCollector;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Spans on their way to a collector, which they are sent to by the batch. Nobody waits for it: of
/// what finds no room here, or is not taken there, is only known how much it was.
final class SpanQueue implements SpanProcessor {
  private static final int MOST_WAITING = 4096;
  private static final int MOST_AT_ONCE = 512;

  /// How long a batch is waited for to become full.
  private static final Duration GATHERING = Duration.ofSeconds(1);

  /// How long the last of them may take.
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final SpanExporter exporter;
  private final OtlpCollector collector;
  private final BlockingQueue<SpanData> queue = new ArrayBlockingQueue<>(MOST_WAITING);
  private final LongAdder sent = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Thread sender;
  private volatile boolean isClosing;

  SpanQueue(SpanExporter exporter, OtlpCollector collector) {
    this.exporter = exporter;
    this.collector = collector;
    this.sender = Thread.ofVirtual().name("spans").start(this::sendAll);
  }

  Tracing.Counts counts() {
    return new Tracing.Counts(sent.sum(), dropped.sum(), failed.sum());
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (!queue.offer(span.toSpanData())) {
      dropped.increment();
    }
  }

  private void sendAll() {
    while (!isClosing) {
      send(gathered());
    }
    for (List<SpanData> rest = waiting(); !rest.isEmpty(); rest = waiting()) {
      send(rest);
    }
  }

  private List<SpanData> gathered() {
    List<SpanData> batch = new ArrayList<>();
    try {
      batch.add(queue.take());
      long end = System.nanoTime() + GATHERING.toNanos();
      while (batch.size() < MOST_AT_ONCE) {
        SpanData next = queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          break;
        }
        batch.add(next);
      }
    } catch (InterruptedException _) {
      // It is to be closed, and this is part of the rest.
    }
    return batch;
  }

  private List<SpanData> waiting() {
    List<SpanData> batch = new ArrayList<>();
    queue.drainTo(batch, MOST_AT_ONCE);
    return batch;
  }

  private void send(List<SpanData> batch) {
    if (batch.isEmpty()) {
      return;
    }
    CompletableResultCode result = exported(batch);
    result.join(OtlpCollector.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    if (Thread.interrupted()) {
      result.join(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    }
    (result.isSuccess() ? sent : failed).add(batch.size());
  }

  /// Nothing that an exporter does may end the sender.
  private CompletableResultCode exported(List<SpanData> batch) {
    try {
      return collector.heed(exporter.export(batch));
    } catch (RuntimeException e) {
      return CompletableResultCode.ofExceptionalFailure(e);
    }
  }

  /// Sends what is waiting, for two seconds at most.
  @Override
  public CompletableResultCode shutdown() {
    isClosing = true;
    sender.interrupt();
    try {
      sender.join(GRACE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return exporter.shutdown();
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }
}
