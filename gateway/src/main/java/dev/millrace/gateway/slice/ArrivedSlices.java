package dev.millrace.gateway.slice;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/// Slices that have arrived on the Java heap, where their readers have them, in the order of that.
///
/// A client that takes its time would keep a slice on the heap for as long, and many of them would
/// fill it. So what is there is bounded, and beyond the bound the slice that arrived first leaves:
/// whoever is reading it goes on from where slices are held, where it is put if it was not to be
/// kept. For nobody else it is put there: who comes back for more opens it anew.
///
/// Safe for use by any number of threads.
final class ArrivedSlices {
  /// What a slice costs here beside its bytes, amply: the bound is one of the entries, too.
  private static final int OVERHEAD = 8 * 1024;

  private final StoredSlices stored;
  private final long bound;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Arrived> arrived = new ArrayDeque<>();
  private long bytes;

  private record Arrived(SliceKey key, int length, WeakReference<FetchedSlice> slice) {
    int cost() {
      return length + OVERHEAD;
    }
  }

  /// @param bound how many bytes of the heap they may take up
  ArrivedSlices(StoredSlices stored, long bound) {
    this.stored = stored;
    this.bound = bound;
  }

  /// Takes in a slice that is complete, and has others leave for it.
  void add(SliceKey key, FetchedSlice slice) {
    for (Arrived each : added(new Arrived(key, slice.length(), new WeakReference<>(slice)))) {
      FetchedSlice leaving = each.slice.get();
      if (leaving != null) {
        stored.takeOver(each.key, leaving);
      }
    }
  }

  private List<Arrived> added(Arrived next) {
    List<Arrived> leaving = new ArrayList<>();
    lock.lock();
    try {
      arrived.add(next);
      bytes += next.cost();
      while (bytes > bound) {
        Arrived first = arrived.remove();
        bytes -= first.cost();
        leaving.add(first);
      }
      return leaving;
    } finally {
      lock.unlock();
    }
  }
}
