package dev.millrace.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Finds entries by key: a hash table that nothing locks.
///
/// **Structure.** A [BinTable] has chains of entries; to put one in is a compare-and-set of the
/// head. Nobody takes a live entry out: dead ones are passed by, and cut out when convenient. So
/// the chain behind any entry, dead or live, holds at least the live entries that were behind it
/// when it was put in, and a cut that is undone by another cut leaves garbage but loses nothing.
/// While a bin moves to a larger table nothing is cut out of it: [#sweep] looks for that *after* it
/// has found an entry dead, so whoever moves the bin finds it dead too, and leaves it behind.
///
/// **A key has one live entry at most** here. [#link] puts an entry in only if the head of the bin
/// is the one from which it searched, so nobody put the same key in meanwhile. An heir is in the
/// chain before it is live, so that the entry which it replaces can be cut out at once.
///
/// **A miss** is believed if the head is still the same after the search: then nothing was put in
/// meanwhile, and nothing moved. It takes effect when the head was first read or, if there was a
/// live entry then, when the life of that one ended.
///
/// **Hostile keys.** A chain of more than [#LONGEST_CHAIN] entries is spilled: moved into a
/// [ConcurrentHashMap], which turns long chains into trees, and which the bin refers to from then
/// on. With good hash codes that happens to no chain in a trillion.
///
/// **Cost.** Four bytes for a bin, and between three and six bins for four entries; the link is in
/// the entry. The table grows with the entries held, and does not shrink.
final class EntryIndex<K, V> {
  private static final int LONGEST_CHAIN = 16;
  private static final VarHandle TABLE;

  static {
    try {
      TABLE = MethodHandles.lookup().findVarHandle(EntryIndex.class, "table", BinTable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile BinTable<K, V> table = new BinTable<>();
  private final ConcurrentHashMap<K, Entry<K, V>> overflow = new ConcurrentHashMap<>();

  /// Spreads a hash code as the JDK's maps do: tables look at the low bits only.
  static int hash(Object key) {
    int hash = key.hashCode();
    return hash ^ (hash >>> 16);
  }

  /// The entry of a key that was live a moment ago, or null if at some instant of this call there
  /// was none.
  @Nullable Entry<K, V> find(K key, int hash) {
    BinTable<K, V> in = table;
    while (true) {
      int bin = in.bin(hash);
      Entry<K, V> head = in.head(bin);
      if (head == null) {
        return null;
      }
      Entry<K, V> match = search(head, key, hash);
      if (match != null) {
        return match;
      }
      Entry<K, V> now = in.head(bin);
      if (now == null || !now.isMarker()) {
        if (now == head) {
          return null;
        }
      } else if (BinTable.isSpilled(now)) {
        return findSpilled(key);
      } else {
        in = in.beyond(now);
      }
    }
  }

  /// Looks once more before it takes an entry for dead: one that was replaced forgets its heir as
  /// soon as that has its place.
  @SuppressWarnings("ReferenceEquality") // it is the place that counts
  private @Nullable Entry<K, V> findSpilled(K key) {
    Entry<K, V> entry = overflow.get(key);
    while (entry != null) {
      Entry<K, V> current = entry.current();
      if (current != null) {
        return current;
      }
      Entry<K, V> now = overflow.get(key);
      if (now == entry) {
        return null;
      }
      entry = now;
    }
    return null;
  }

  /// The live entry of a key in a chain, or null. Searches once more after meeting a pending heir:
  /// it may have come into its own, and what it replaced may have been cut out, just before the
  /// search came there.
  private static <K, V> @Nullable Entry<K, V> search(Entry<K, V> head, K key, int hash) {
    Entry<K, V> match = searchOnce(head, key, hash);
    if (match != null && match.isPending()) {
      match = searchOnce(head, key, hash);
    }
    return match == null || match.isPending() ? null : match;
  }

  /// The live entry of a key in a chain, else a pending one, else null.
  private static <K, V> @Nullable Entry<K, V> searchOnce(Entry<K, V> head, K key, int hash) {
    Entry<K, V> pending = null;
    for (Entry<K, V> entry = head; entry != null; entry = entry.next()) {
      if (entry.has(key, hash)) {
        Entry<K, V> current = entry.current();
        if (current != null && !current.isPending()) {
          return current;
        }
        pending = current == null ? pending : current;
      }
    }
    return pending;
  }

  /// Puts an entry in, unless its key has a live one.
  ///
  /// @return the entry that the key has, which was live a moment ago; null if the given one is in
  @Nullable Entry<K, V> link(Entry<K, V> entry) {
    helpMoving();
    BinTable<K, V> in = table;
    while (true) {
      int bin = in.bin(entry.hash);
      Entry<K, V> head = in.head(bin);
      if (head != null) {
        if (head.isMarker()) {
          if (BinTable.isSpilled(head)) {
            return linkSpilled(entry);
          }
          in = in.beyond(head);
          continue;
        }
        Entry<K, V> match = search(head, entry.key(), entry.hash);
        if (match != null) {
          return match;
        }
        if (isLong(head)) {
          spill(in, bin, head);
          continue;
        }
      }
      entry.setNext(head);
      if (in.replaceHead(bin, head, entry)) {
        return null;
      }
    }
  }

  private @Nullable Entry<K, V> linkSpilled(Entry<K, V> entry) {
    while (true) {
      Entry<K, V> other = overflow.putIfAbsent(entry.key(), entry);
      Entry<K, V> current = other == null ? null : other.current();
      if (other == null || current != null) {
        return current;
      }
      overflow.remove(entry.key(), other);
    }
  }

  /// Puts an heir in, except into a spilled bin: there it is found through the entry that it
  /// replaces, until that is taken out.
  void linkHeir(Entry<K, V> heir) {
    BinTable<K, V> in = table;
    while (true) {
      int bin = in.bin(heir.hash);
      Entry<K, V> head = in.head(bin);
      if (head != null && head.isMarker()) {
        if (BinTable.isSpilled(head)) {
          return;
        }
        in = in.beyond(head);
        continue;
      }
      heir.setNext(head);
      if (in.replaceHead(bin, head, heir)) {
        return;
      }
    }
  }

  /// Takes out an entry whose life is over.
  void unlink(Entry<K, V> over) {
    helpMoving();
    BinTable<K, V> in = table;
    while (true) {
      int bin = in.bin(over.hash);
      Entry<K, V> head = in.head(bin);
      if (head == null) {
        return;
      }
      if (!head.isMarker()) {
        if (sweep(in, bin, head)) {
          return;
        }
      } else if (BinTable.isSpilled(head)) {
        overflow.computeIfPresent(over.key(), (_, entry) -> entry.current());
        return;
      } else {
        in = in.beyond(head);
      }
    }
  }

  /// Takes all entries out of a chain whose lives are over.
  ///
  /// @return false if something changed meanwhile, and another attempt is due
  private static <K, V> boolean sweep(BinTable<K, V> in, int bin, Entry<K, V> head) {
    Entry<K, V> last = null;
    for (Entry<K, V> entry = head; entry != null; ) {
      Entry<K, V> next = entry.next();
      if (!entry.isOver()) {
        last = entry;
      } else if (in.isMoving()) {
        return true;
      } else if (last == null
          ? !in.replaceHead(bin, entry, next)
          : !last.replaceNext(entry, next)) {
        return false;
      }
      entry = next;
    }
    return true;
  }

  /// Lets the index hold that many entries without long chains.
  void makeRoom(int entries) {
    table.makeRoom(entries);
  }

  private void helpMoving() {
    BinTable<K, V> from = table;
    BinTable<K, V> to = from.moveSome();
    if (to != null) {
      TABLE.compareAndSet(this, from, to);
    }
  }

  private static boolean isLong(Entry<?, ?> head) {
    int length = 0;
    for (Entry<?, ?> entry = head; entry != null; entry = entry.next()) {
      if (++length > LONGEST_CHAIN) {
        return true;
      }
    }
    return false;
  }

  private void spill(BinTable<K, V> in, int bin, Entry<K, V> head) {
    if (!in.freeze(bin, head)) {
      return;
    }
    for (Entry<K, V> entry = head; entry != null; entry = entry.next()) {
      while (entry.isPending()) {
        BriefWait.pause();
      }
      if (!entry.isOver()) {
        overflow.put(entry.key(), entry);
        if (entry.isOver()) {
          overflow.computeIfPresent(entry.key(), (_, other) -> other.current());
        }
      }
    }
    in.setSpilled(bin);
  }
}
