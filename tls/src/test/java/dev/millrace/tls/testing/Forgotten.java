package dev.millrace.tls.testing;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Objects that nobody should remember in the end.
///
/// Safe for use by several threads.
public final class Forgotten {
  private final Queue<WeakReference<Object>> objects = new ConcurrentLinkedQueue<>();

  /// Notes an object.
  public void add(Object object) {
    objects.add(new WeakReference<>(object));
  }

  /// Has garbage collected until none of them is there.
  ///
  /// @throws AssertionError if one still is after the time
  public void await(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (objects.stream().map(Reference::get).anyMatch(object -> object != null)) {
      if (System.nanoTime() > end) {
        long left = objects.stream().filter(each -> each.get() != null).count();
        throw new AssertionError(left + " of " + objects.size() + " are still there");
      }
      System.gc();
    }
  }
}
