package dev.millrace.gateway.soak;

import dev.millrace.gateway.soak.Bucket.StoredObject;
import dev.millrace.gateway.soak.Reading.WrongBytesException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// Clients that read one object after the other, as fast as they can, and what became of it. What
/// fails while the origin fails, or while it changes that very object, is explained by that; wrong
/// bytes never are.
final class Clients implements AutoCloseable {
  private final FaultyOrigin origin;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  Clients(FaultyOrigin origin) {
    this.origin = origin;
  }

  /// Adds so many of a kind.
  ///
  /// @param isKept whether what fails is to be explained; those who abort fail as they please
  void add(
      String kind, int count, Supplier<StoredObject> objects, Reading reading, boolean isKept) {
    for (int i = 0; i < count; i++) {
      threads.add(
          Thread.ofVirtual()
              .name(kind)
              .start(() -> {
                while (!stopped) {
                  count(kind, read(kind, objects.get(), reading, isKept));
                }
              }));
    }
  }

  /// What nothing explains.
  List<String> failures() {
    return List.copyOf(failures);
  }

  /// How often what became of whose requests.
  Map<String, LongAdder> counts() {
    return new TreeMap<>(counts);
  }

  private void count(String kind, String outcome) {
    counts.computeIfAbsent(kind + ", " + outcome, _ -> new LongAdder()).increment();
  }

  private String read(String kind, StoredObject object, Reading reading, boolean isKept) {
    long began = System.nanoTime();
    try {
      reading.read(object);
      return "well";
    } catch (WrongBytesException e) {
      failures.add(kind + ": WRONG BYTES: " + e.getMessage());
      return "WRONG";
    } catch (IOException | RuntimeException e) {
      long since = began - SoakTest.TAIL.toNanos();
      if (!isKept) {
        return "broken off";
      }
      if (origin.failed(since, System.nanoTime())) {
        return "failed with the origin";
      }
      if (object.changed(since, System.nanoTime())) {
        return "failed as the object changed";
      }
      failures.add(
          "%s, %s after %d ms: %s"
              .formatted(kind, object.key(), (System.nanoTime() - began) / 1_000_000, e));
      return "FAILED";
    } catch (InterruptedException _) {
      return "interrupted";
    }
  }

  /// Lets all of them finish what they are at.
  @Override
  public void close() {
    stopped = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
