package dev.millrace.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The bins of an [EntryIndex], and how they move to a table of twice the size.
///
/// A bin is a chain of entries, linked through [Entry#next] from its head. New entries are put at
/// the head by compare-and-set. Instead of an entry, the head may be a marker:
///
/// | marker | the bin is | who meets it |
/// |---|---|---|
/// | frozen | being moved or spilled; its chain hangs on the marker | waits, unless it finds in the chain what it looks for |
/// | moved | in the next table | goes there |
/// | spilled | in the index's overflow | goes there |
///
/// A frozen bin takes no new entries, and becomes moved or spilled within a few steps. Moved and
/// spilled bins of one table stay so.
///
/// **Moving** is everyone's work: each put and each removal moves [#STRIDE] bins as long as there
/// are some left. Chains are split in place, without copying, so a thread that walks along one
/// while it is split may end up in another; it finds out because the head of its bin has changed.
/// The table that is left keeps pointing to the next one, and is garbage once nobody is in it.
final class BinTable<K, V> {
  private enum Marker {
    FROZEN,
    SPILLED
  }

  private static final int STRIDE = 64;
  private static final int SMALLEST = STRIDE;
  private static final int LARGEST = 1 << 30;
  private static final VarHandle BIN = MethodHandles.arrayElementVarHandle(Entry[].class);
  private static final VarHandle NEXT;
  private static final VarHandle CLAIMED;
  private static final VarHandle MOVED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(BinTable.class, "next", BinTable.class);
      CLAIMED = lookup.findVarHandle(BinTable.class, "claimed", int.class);
      MOVED = lookup.findVarHandle(BinTable.class, "moved", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Entry<K, V>[] bins;

  /// The marker for bins of the table before whose entries are here.
  private final Entry<K, V> forward;

  private volatile @Nullable BinTable<K, V> next;

  /// How many bins have been claimed for moving; may run past their number.
  private volatile int claimed;

  /// How many bins have been moved.
  @SuppressWarnings("UnusedVariable") // used through MOVED
  private volatile int moved;

  /// The smallest table.
  BinTable() {
    this(SMALLEST);
  }

  @SuppressWarnings("unchecked") // only entries of K and V come in
  private BinTable(int size) {
    bins = (Entry<K, V>[]) new Entry<?, ?>[size];
    forward = Entry.marker(this, null);
  }

  int bin(int hash) {
    return hash & (bins.length - 1);
  }

  @SuppressWarnings("unchecked") // see bins
  @Nullable Entry<K, V> head(int bin) {
    return (Entry<K, V>) BIN.getVolatile(bins, bin);
  }

  boolean replaceHead(int bin, @Nullable Entry<K, V> expected, @Nullable Entry<K, V> head) {
    return BIN.compareAndSet(bins, bin, expected, head);
  }

  private void setHead(int bin, @Nullable Entry<K, V> head) {
    BIN.setRelease(bins, bin, head);
  }

  /// Stops changes of a bin.
  ///
  /// @return false if its head is no longer the given one
  boolean freeze(int bin, Entry<K, V> head) {
    return replaceHead(bin, head, Entry.marker(Marker.FROZEN, head));
  }

  /// Sends everyone to the overflow who comes to this bin, which the caller has frozen.
  void setSpilled(int bin) {
    setHead(bin, Entry.marker(Marker.SPILLED, null));
  }

  static boolean isSpilled(Entry<?, ?> head) {
    return head.marker() == Marker.SPILLED;
  }

  /// Where to go on from a bin that is frozen or moved.
  @SuppressWarnings("unchecked") // the next table is of the same type
  BinTable<K, V> beyond(Entry<K, V> marker) {
    if (marker.marker() instanceof BinTable<?, ?> following) {
      return (BinTable<K, V>) following;
    }
    BriefWait.pause();
    return this;
  }

  /// Whether entries move, or have moved, to another table.
  boolean isMoving() {
    return next != null;
  }

  /// Begins to move if that many entries make the chains too long: three for four bins, as in the
  /// JDK's maps.
  void makeRoom(int entries) {
    int size = bins.length;
    if (entries > size - size / 4 && size < LARGEST && next == null) {
      NEXT.compareAndSet(this, null, new BinTable<K, V>(2 * size));
    }
  }

  /// Moves some bins, if there are any to move.
  ///
  /// @return the next table if that was all, so that it can take the place of this one; else null
  @Nullable BinTable<K, V> moveSome() {
    BinTable<K, V> to = next;
    if (to == null || claimed >= bins.length) {
      return null;
    }
    int start = (int) CLAIMED.getAndAdd(this, STRIDE);
    if (start >= bins.length) {
      return null;
    }
    for (int bin = start; bin < start + STRIDE; bin++) {
      move(bin, to);
    }
    return (int) MOVED.getAndAdd(this, STRIDE) == bins.length - STRIDE ? to : null;
  }

  private void move(int bin, BinTable<K, V> to) {
    while (true) {
      Entry<K, V> head = head(bin);
      if (head == null) {
        if (replaceHead(bin, null, to.forward)) {
          return;
        }
      } else if (isSpilled(head)) {
        to.setHead(bin, head);
        to.setHead(bin + bins.length, head);
        setHead(bin, to.forward);
        return;
      } else if (head.isMarker()) {
        BriefWait.pause();
      } else if (freeze(bin, head)) {
        split(head, bin, to);
        setHead(bin, to.forward);
        return;
      }
    }
  }

  private void split(Entry<K, V> head, int bin, BinTable<K, V> to) {
    Entry<K, V> low = null;
    Entry<K, V> high = null;
    Entry<K, V> following;
    for (Entry<K, V> entry = head; entry != null; entry = following) {
      following = entry.next();
      if (entry.isOver()) {
        continue;
      }
      if ((entry.hash & bins.length) == 0) {
        entry.setNext(low);
        low = entry;
      } else {
        entry.setNext(high);
        high = entry;
      }
    }
    to.setHead(bin, low);
    to.setHead(bin + bins.length, high);
  }
}
