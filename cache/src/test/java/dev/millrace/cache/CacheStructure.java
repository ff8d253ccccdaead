package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What a cache consists of while nobody uses it, read from its private parts.
///
/// @param live the live entries, as the queue has them
/// @param linked what the index leads to, dead entries too
/// @param segments how many segments of the queue are kept in memory, whoever keeps them
/// @param entries how many entries are, dead ones too
record CacheStructure(List<Entry<?, ?>> live, Set<Entry<?, ?>> linked, int segments, int entries) {
  /// Removals that meet in one chain may leave an entry to the next removal there.
  private static final int DEAD_LINKS = 8;

  /// The queue keeps what its head has passed until it leaves the segment.
  private static final int DEAD_ENTRIES = 2 * Segment.SIZE;

  private static final Map<Class<?>, List<Field>> REFERENCES = new ConcurrentHashMap<>();

  /// Asserts that all parts of a cache agree: each live entry has a seat, a place and a link, what
  /// is dead is nearly gone, and memory is in proportion to what is live.
  ///
  /// @return how many entries were looked up for that
  static int check(SessionCache<?, ?> cache) {
    int size = cache.size();
    CacheStructure structure = of(cache);
    assertThat(size).isEqualTo(structure.live.size()).isLessThanOrEqualTo(cache.capacity());
    assertThat(structure.linked.containsAll(structure.live)).as("all are linked").isTrue();
    assertThat(structure.linked.size()).as("links").isLessThanOrEqualTo(size + DEAD_LINKS);
    assertThat(structure.segments).as("segments").isLessThanOrEqualTo(size + 3);
    assertThat(structure.entries).as("entries").isLessThanOrEqualTo(size + DEAD_ENTRIES);
    return checkVisits(cache, structure.live);
  }

  /// Puts that overlapped may have read the clock in another order than they came to the queue.
  /// What has expired then counts until an older entry expires; but it is not visited.
  private static <K, V> int checkVisits(SessionCache<K, V> cache, List<Entry<?, ?>> live) {
    Set<K> keys = new HashSet<>();
    cache.forEach((key, value) -> {
      assertThat(keys.add(key)).as("%s is visited once", key).isTrue();
      assertThat(cache.get(key)).as("what get finds for %s", key).isSameAs(value);
    });
    Lifetime lifetime = (Lifetime) read(cache, "lifetime");
    assertThat(live.stream().limit(1)).noneMatch(lifetime::isOver);
    assertThat(keys).hasSize((int) live.stream().filter(entry -> !lifetime.isOver(entry)).count());
    return keys.size();
  }

  static CacheStructure of(SessionCache<?, ?> cache) {
    ArrivalQueue<?, ?> queue = (ArrivalQueue<?, ?>) read(cache, "queue");
    EntryIndex<?, ?> index = (EntryIndex<?, ?>) read(cache, "index");
    List<Entry<?, ?>> live = new ArrayList<>();
    queue.forEach(entry -> {
      if (entry.value() != null) {
        live.add(entry);
      }
    });
    Set<Object> all = reachable(queue, index);
    return new CacheStructure(
        live,
        linked(index),
        (int) all.stream().filter(Segment.class::isInstance).count(),
        entries(all));
  }

  /// Asserts that an entry which is gone leads to few others.
  static void checkGone(Entry<?, ?> entry) {
    assertThat(entries(reachable(entry))).as("entries").isLessThanOrEqualTo(DEAD_ENTRIES);
  }

  private static int entries(Set<Object> parts) {
    return (int)
        parts.stream().filter(part -> part instanceof Entry<?, ?> e && !e.isMarker()).count();
  }

  private static Set<Entry<?, ?>> linked(EntryIndex<?, ?> index) {
    Set<Entry<?, ?>> linked = Collections.newSetFromMap(new IdentityHashMap<>());
    Map<?, ?> overflow = (Map<?, ?>) read(index, "overflow");
    overflow.values().forEach(entry -> linked.add((Entry<?, ?>) entry));
    for (Object table = read(index, "table"); table != null; table = read(table, "next")) {
      for (Entry<?, ?> head : (Entry<?, ?>[]) read(table, "bins")) {
        for (Entry<?, ?> entry = head; entry != null; entry = entry.next()) {
          if (!entry.isMarker()) {
            linked.add(entry);
          }
        }
      }
    }
    return linked;
  }

  /// The objects of this package that these lead to.
  private static Set<Object> reachable(Object... roots) {
    Set<Object> reached = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> pending = new ArrayDeque<>(List.of(roots));
    while (!pending.isEmpty()) {
      Object part = pending.pop();
      switch (part) {
        case Object[] entries -> pushAll(pending, entries);
        case Map<?, ?> map -> pushAll(pending, map.values().toArray());
        default -> {
          if (isOurs(part.getClass()) && reached.add(part)) {
            pushAll(pending, referencesOf(part));
          }
        }
      }
    }
    return reached;
  }

  private static void pushAll(Deque<Object> pending, Object[] parts) {
    for (Object part : parts) {
      if (part != null) {
        pending.push(part);
      }
    }
  }

  private static boolean isOurs(Class<?> type) {
    return type.getPackage() == Entry.class.getPackage();
  }

  private static Object[] referencesOf(Object part) {
    return REFERENCES.computeIfAbsent(part.getClass(), CacheStructure::references).stream()
        .map(field -> read(part, field))
        .toArray();
  }

  private static List<Field> references(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return fields;
  }

  private static Object read(Object owner, String name) {
    for (Field field : references(owner.getClass())) {
      if (field.getName().equals(name)) {
        return read(owner, field);
      }
    }
    throw new AssertionError("no field " + name + " in " + owner.getClass());
  }

  private static Object read(Object owner, Field field) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
