package dev.millrace.store.io;

import dev.millrace.store.libc.FileCalls;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// pread(2) and pwrite(2) on a few threads, which take requests from one queue: so many requests
/// are under way at most.
///
/// The calls are made directly, since a channel of the JDK's closes when a reader is interrupted
/// and keeps errno to itself.
final class PositionalEngine implements Engine {
  private final BlockingQueue<Request> queue = new LinkedBlockingQueue<>();
  private final StageLog log = new StageLog();
  private final LongAdder calls = new LongAdder();
  private final List<Thread> threads;
  private final EngineFacts facts;

  /// @param refusal why it is not io_uring
  PositionalEngine(int count, Optional<String> refusal) {
    facts = new EngineFacts("positional", refusal, List.of("threads: " + count));
    threads =
        IntStream.range(0, count)
            .mapToObj(i ->
                Thread.ofPlatform().daemon().name("millrace-positional-" + i).start(this::work))
            .toList();
  }

  private void work() {
    try (Arena arena = Arena.ofConfined()) {
      FileCalls files = new FileCalls(arena);
      for (Request request = take();
          request.operation != Request.Operation.STOP;
          request = take()) {
        request.log = log;
        request.submitted = System.nanoTime();
        int result = perform(files, request);
        request.completed = System.nanoTime();
        request.result = result;
        log.completed(request);
        request.complete(result);
      }
    }
  }

  private int perform(FileCalls files, Request request) {
    calls.increment();
    return switch (request.operation) {
      case READ ->
          (int) files.read(request.descriptor, request.address, request.length, request.position);
      case WRITE ->
          (int) files.write(request.descriptor, request.address, request.length, request.position);
      case FORCE -> files.force(request.descriptor);
      case ATTACH, DETACH, STOP -> throw new IllegalArgumentException("not for the system");
    };
  }

  private Request take() {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException _) {
        // Nobody has reason to, and whoever asked waits.
      }
    }
  }

  @Override
  public EngineFacts facts() {
    return facts;
  }

  @Override
  public void submit(Request request) {
    request.queued = System.nanoTime();
    log.asked(request);
    queue.add(request);
  }

  @Override
  public void attach(DirectFile file) {}

  @Override
  public void detach(DirectFile file) {}

  @Override
  public IoStats stats() {
    return StageLog.sum(List.of(log), calls.sum());
  }

  @Override
  public void close() {
    threads.forEach(_ -> queue.add(Request.of(Request.Operation.STOP, -1, -1)));
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
