package dev.millrace.cache;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// A key with its value, linked into [EntryIndex] and [ArrivalQueue].
///
/// The life of an entry is the life of its state, one word:
///
/// ```
/// value ──┬─> null            evicted, expired, or withdrawn
///         ├─> LEAVING ──> null      taken or removed; its seat is still to be given back
///         └─> Succession ──> null   replaced by an heir, which is live from the first step on
///
/// PENDING ──┬─> value         an heir that has come into its own
///           └─> null          an heir that was given up
/// ```
///
/// An entry is live while its state is a value, and then it has a seat. Whoever ends its life, by
/// compare-and-set, owns what comes of it: the value to return, and the seat.
final class Entry<K, V> {
  /// What the state holds while it is neither a value nor null. One final class, so that a lookup
  /// tells a value from all of them by one comparison.
  private static final class Succession {
    final @Nullable Entry<?, ?> heir;
    final @Nullable Object value;

    Succession(@Nullable Entry<?, ?> heir, @Nullable Object value) {
      this.heir = heir;
      this.value = value;
    }
  }

  /// What [#seize] brought.
  enum Seizure {
    /// The entry was live.
    OF_LIVE,
    /// The entry was being taken or removed, and its seat not yet given back.
    OF_LEAVING,
    /// Nothing: the seat has gone elsewhere.
    NOTHING
  }

  private static final Succession PENDING = new Succession(null, null);
  private static final Succession LEAVING = new Succession(null, null);
  private static final VarHandle STATE;
  private static final VarHandle NEXT;
  private static final VarHandle SEGMENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Entry.class, "state", Object.class);
      NEXT = lookup.findVarHandle(Entry.class, "next", Entry.class);
      SEGMENT = lookup.findVarHandle(Entry.class, "segment", Segment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Null in the markers of [EntryIndex] only.
  final @Nullable K key;

  final int hash;

  /// The reading of the clock when the put began.
  final long insertedAt;

  private volatile @Nullable Object state;

  /// The next entry of the same bin of the index.
  private volatile @Nullable Entry<K, V> next;

  /// Where the queue keeps this entry, once it does.
  private volatile @Nullable Segment<K, V> segment;

  /// Its slot there; written before [#segment].
  private int slot;

  private Entry(@Nullable K key, int hash, long insertedAt, Object state) {
    this.key = key;
    this.hash = hash;
    this.insertedAt = insertedAt;
    STATE.set(this, state);
  }

  /// An entry that is live as soon as others can find it; the caller has a seat for it.
  static <K, V> Entry<K, V> live(K key, int hash, long insertedAt, V value) {
    return new Entry<>(key, hash, insertedAt, requireNonNull(value));
  }

  /// An entry that is to replace another.
  static <K, V> Entry<K, V> heir(K key, int hash, long insertedAt) {
    return new Entry<>(key, hash, insertedAt, PENDING);
  }

  /// What is no entry, but stands in the place of one.
  static <K, V> Entry<K, V> marker(Object kind, @Nullable Entry<K, V> next) {
    Entry<K, V> marker = new Entry<>(null, 0, 0, kind);
    NEXT.set(marker, next);
    return marker;
  }

  /// The key of an entry that is no marker.
  K key() {
    return requireNonNull(key);
  }

  /// Looks at the identity of the keys first, as the JDK's maps do: session ids are compared in
  /// constant time, which is slow.
  @SuppressWarnings("ReferenceEquality")
  boolean has(K key, int hash) {
    return this.hash == hash && (this.key == key || key.equals(this.key));
  }

  boolean isMarker() {
    return key == null;
  }

  /// What a marker stands for.
  @Nullable Object marker() {
    return isMarker() ? state : null;
  }

  @Nullable Entry<K, V> next() {
    return next;
  }

  /// For an entry that no other thread can see yet, or whose bin the caller has frozen.
  void setNext(@Nullable Entry<K, V> next) {
    NEXT.setRelease(this, next);
  }

  boolean replaceNext(Entry<K, V> expected, @Nullable Entry<K, V> next) {
    return NEXT.compareAndSet(this, expected, next);
  }

  /// The value if the entry is live, else null.
  @SuppressWarnings("unchecked") // what is not a Succession is a value
  @Nullable V value() {
    Object now = state;
    return now instanceof Succession ? null : (V) now;
  }

  boolean isPending() {
    return state == PENDING;
  }

  /// The entry itself, or what replaced it in the end, if that is live or pending; else null.
  @SuppressWarnings("unchecked") // an heir is of the same type
  @Nullable Entry<K, V> current() {
    Entry<K, V> entry = this;
    while (true) {
      Object now = entry.state;
      if (now == null || now == LEAVING) {
        return null;
      }
      if (now == PENDING || !(now instanceof Succession succession)) {
        return entry;
      }
      entry = (Entry<K, V>) finish(succession);
    }
  }

  /// Whether the entry has lived, and nothing is lost with its link in the index.
  boolean isOver() {
    Object now = state;
    if (now instanceof Succession succession && succession.heir != null) {
      finish(succession);
      return true;
    }
    return now == null || now == LEAVING;
  }

  /// Makes the heir what others take it for already; whoever comes first does.
  private static Entry<?, ?> finish(Succession succession) {
    Entry<?, ?> heir = requireNonNull(succession.heir);
    STATE.compareAndSet(heir, PENDING, succession.value);
    return heir;
  }

  /// Ends an heir that is pending.
  void giveUp() {
    STATE.setRelease(this, null);
  }

  /// Ends a live entry in favour of a pending one, which takes over its seat and is live from this
  /// instant on.
  boolean succeed(V seen, Entry<K, V> heir, V value) {
    Succession succession = new Succession(heir, value);
    if (!STATE.compareAndSet(this, seen, succession)) {
      return false;
    }
    finish(succession);
    return true;
  }

  /// Lets go of the heir, which others find in the index by now. An entry in the old generation
  /// would keep it alive otherwise, and its own heirs, as a [Segment] would.
  void forgetHeir() {
    STATE.setRelease(this, null);
  }

  /// Ends a live entry; its seat is the caller's.
  boolean end(V seen) {
    return STATE.compareAndSet(this, seen, null);
  }

  /// Ends a live entry, but leaves its seat for anyone to take until [#left].
  boolean leave(V seen) {
    return STATE.compareAndSet(this, seen, LEAVING);
  }

  /// Whether the seat of an entry that the caller made leave is the caller's.
  boolean left() {
    return STATE.compareAndSet(this, LEAVING, null);
  }

  /// Ends the life of the entry for the sake of its seat.
  Seizure seize() {
    while (true) {
      Object now = state;
      if (now == null || (now != LEAVING && now instanceof Succession)) {
        return Seizure.NOTHING;
      }
      if (STATE.compareAndSet(this, now, null)) {
        return now == LEAVING ? Seizure.OF_LEAVING : Seizure.OF_LIVE;
      }
    }
  }

  /// Notes where the queue is about to keep this entry.
  void setPlace(Segment<K, V> segment, int slot) {
    this.slot = slot;
    SEGMENT.setRelease(this, segment);
  }

  @Nullable Segment<K, V> segment() {
    return segment;
  }

  /// Meaningful once [#segment] is not null.
  int slot() {
    return slot;
  }
}
