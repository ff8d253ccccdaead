package dev.millrace.gateway.upkeep;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Found;
import dev.millrace.gateway.upkeep.WarmUpReport.State;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Objects that are fetched before anybody asks for them, on the way on which they would be then:
/// so what is there already is not fetched, and each slice goes to the node that owns it.
///
/// So many slices are waited for at the same time, and half as many objects are at work. An object
/// that does not fit into the room that the others have left is left out; once not even a slice
/// would, no further object is looked at.
///
/// Where there is an SSD, each slice is asked for twice: what nobody has asked for again is not
/// kept when it leaves memory.
///
/// Safe for use by any number of threads.
public final class WarmUp {
  private static final int MOST_FAILURES_TOLD = 100;

  /// About as long as it takes to copy a slice.
  private static final Duration LANDING = Duration.ofMillis(1);

  private final WarmingUp.Means means;
  private final Semaphore slices;
  private final Semaphore objects;
  private final AtomicLong room;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicLong complete = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong leftOut = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final TreeMap<String, String> failures = new TreeMap<>();
  private volatile boolean isCancelled;

  private WarmUp(WarmingUp.Means means, long room) {
    this.means = means;
    this.slices = new Semaphore(means.atOnce());
    this.objects = new Semaphore(objectsAtOnce());
    this.room = new AtomicLong(room);
  }

  /// Begins one.
  ///
  /// @param room bytes that may be fetched at most
  static WarmUp start(WarmingUp.Means means, long room, Iterator<String> keys) {
    WarmUp fresh = new WarmUp(means, room);
    Thread.ofVirtual().name("warm-up").start(() -> fresh.run(keys));
    return fresh;
  }

  /// Ends it. Slices that are on their way still come.
  public void cancel() {
    isCancelled = true;
    threads.shutdownNow();
  }

  /// Waits until it is done, or is cancelled and all has come to an end.
  public WarmUpReport await() throws InterruptedException {
    end.await();
    return report();
  }

  /// How far it is.
  public WarmUpReport report() {
    State state = isCancelled ? State.CANCELLED : isOver() ? State.DONE : State.UNDER_WAY;
    synchronized (failures) {
      return new WarmUpReport(
          state, complete.get(), bytes.get(), leftOut.get(), failed.get(), new TreeMap<>(failures));
    }
  }

  boolean isOver() {
    return end.getCount() == 0;
  }

  private int objectsAtOnce() {
    return Math.max(1, means.atOnce() / 2);
  }

  private void run(Iterator<String> keys) {
    try (threads) {
      walk(keys);
      // Closing refuses what those under way have still to ask for.
      objects.acquire(objectsAtOnce());
    } catch (InterruptedException | RejectedExecutionException _) {
      // cancelled
    } finally {
      end.countDown();
    }
  }

  private void walk(Iterator<String> keys) throws InterruptedException {
    try {
      while (room.get() >= means.slices().size() && keys.hasNext()) {
        String key = keys.next();
        objects.acquire();
        threads.execute(() -> warm(key));
      }
    } catch (UncheckedIOException e) {
      tell("", e);
    }
  }

  private void warm(String key) {
    try {
      ObjectName object = new ObjectName(means.bucket(), key);
      ObjectFacts facts = means.path().facts(object);
      // In one step: what has no room must not take it from others for a moment.
      if (room.getAndUpdate(left -> left < facts.size() ? left : left - facts.size())
          < facts.size()) {
        leftOut.incrementAndGet();
      } else {
        fetch(object, facts);
        complete.incrementAndGet();
      }
    } catch (IOException e) {
      fail(key, e);
    } catch (InterruptedException | RejectedExecutionException _) {
      // cancelled
    } finally {
      objects.release();
    }
  }

  /// Returns when all slices are there.
  private void fetch(ObjectName object, ObjectFacts facts)
      throws IOException, InterruptedException {
    long count = Math.ceilDiv(facts.size(), means.slices().size());
    AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    Semaphore ended = new Semaphore(0);
    int begun = 0;
    for (long index = 0; index < count && failure.get() == null; index++) {
      long which = index;
      slices.acquire();
      threads.execute(() -> {
        try {
          bring(object, facts, which);
        } catch (IOException e) {
          failure.compareAndSet(null, e);
        } finally {
          slices.release();
          ended.release();
        }
      });
      begun++;
    }
    ended.acquire(begun);
    IOException cause = failure.get();
    if (cause != null) {
      throw cause;
    }
  }

  private void bring(ObjectName object, ObjectFacts facts, long index) throws IOException {
    int size = means.slices().size();
    int length = (int) Math.min(size, facts.size() - index * size);
    for (int asked = 0; asked < means.timesAsked(); ) {
      Found found = means.slices().open(object, facts, index);
      found.slice().await(length - 1);
      if (asked == 0 || !found.isShared()) {
        asked++;
      } else {
        // It has come, and is not in memory yet: that would be no second question.
        LockSupport.parkNanos(LANDING.toNanos());
      }
    }
    bytes.addAndGet(length);
  }

  private void fail(String key, IOException failure) {
    if (!isCancelled) {
      failed.incrementAndGet();
      tell(key, failure);
    }
  }

  private void tell(String key, Exception failure) {
    synchronized (failures) {
      if (failures.size() < MOST_FAILURES_TOLD) {
        failures.put(key, String.valueOf(failure.getMessage()));
      }
    }
  }
}
