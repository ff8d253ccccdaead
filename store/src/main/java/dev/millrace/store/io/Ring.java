package dev.millrace.store.io;

import dev.millrace.store.io.Uring.RingSetup;
import dev.millrace.store.libc.FileCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/// One ring with the thread that it belongs to, as its callers see it: they put requests in, and
/// wake the thread if it sleeps. What the thread does is [RingLoop]'s.
final class Ring {
  /// How many files may be registered with the ring.
  static final int FILE_SLOTS = 64;

  /// What is added to the counter to wake the thread. It is the same for all rings for ever.
  private static final MemorySegment ONE = Arena.global().allocateFrom(ValueLayout.JAVA_LONG, 1);

  private final Inbox inbox = new Inbox();
  private final StageLog log = new StageLog();
  private final CallCount calls = new CallCount();
  private final CompletableFuture<List<String>> opened = new CompletableFuture<>();

  /// An eventfd, which wakes the thread out of the kernel.
  private final int counter;

  private final Thread thread;

  private Ring(int number, int counter, int entries, MemorySegment buffers, RingSetup kernel) {
    this.counter = counter;
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("millrace-ring-" + number)
            .unstarted(() -> run(entries, buffers, kernel));
  }

  /// Makes a ring and starts its thread.
  ///
  /// @param buffers what is read into and written from
  /// @throws RingRefusedException if the kernel makes none
  static Ring open(int number, int entries, MemorySegment buffers, RingSetup kernel)
      throws RingRefusedException {
    try (Arena call = Arena.ofConfined()) {
      int counter = new FileCalls(call).counter();
      if (counter < 0) {
        throw new RingRefusedException("eventfd: " + new Errno(-counter));
      }
      Ring ring = new Ring(number, counter, entries, buffers, kernel);
      ring.thread.start();
      try {
        ring.opened.get();
        return ring;
      } catch (ExecutionException e) {
        ring.end();
        throw new RingRefusedException(
            String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
      } catch (InterruptedException _) {
        ring.stop();
        Thread.currentThread().interrupt();
        throw new RingRefusedException("interrupted");
      }
    }
  }

  private void run(int entries, MemorySegment buffers, RingSetup kernel) {
    try (Uring uring = Uring.open(entries, kernel)) {
      uring.registerFiles(FILE_SLOTS);
      uring.registerBuffers(buffers);
      try (RingLoop loop = new RingLoop(uring, inbox, counter, log, calls)) {
        opened.complete(uring.features());
        loop.run();
      }
    } catch (RingRefusedException | RuntimeException | Error e) {
      if (!opened.completeExceptionally(e)) {
        System.getLogger(Ring.class.getName())
            .log(System.Logger.Level.ERROR, thread.getName() + " failed", e);
      }
    }
  }

  /// What is in use, for people to read.
  List<String> features() {
    return opened.join();
  }

  StageLog log() {
    return log;
  }

  /// How many calls the thread made.
  long systemCalls() {
    return calls.sum();
  }

  /// Hands a request over. It ends in any case.
  void submit(Request request) {
    request.queued = System.nanoTime();
    log.asked(request);
    switch (inbox.put(request)) {
      case AWAKE -> {}
      case PARKED -> LockSupport.unpark(thread);
      case IN_KERNEL -> wake();
      case GONE -> {
        log.over(request);
        request.complete(-Errno.ECANCELED.number());
      }
    }
  }

  private void wake() {
    try (Arena call = Arena.ofConfined()) {
      long _ = new FileCalls(call).add(counter, ONE.address());
    }
  }

  /// Ends the thread once everything asked before is done. Nothing may be asked afterwards.
  void stop() {
    Request stop = Request.of(Request.Operation.STOP, -1, -1);
    submit(stop);
    stop.await();
    end();
  }

  /// Waits for the thread's end, also when interrupted.
  private void end() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    try (Arena call = Arena.ofConfined()) {
      int _ = new FileCalls(call).close(counter);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
