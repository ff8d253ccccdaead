package dev.millrace.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class HashIndexTest {
  private static final long TIER_BYTES = 64 << 20;

  private final MemorySegment memory = Arena.ofAuto().allocate(64 << 20, 64);
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong limit = new AtomicLong(memory.byteSize());
  private final HashIndex index = new HashIndex(memory, this::page, TIER_BYTES);
  private final SplittableRandom random = new SplittableRandom(1);

  private long page() {
    return used.get() + PageSource.PAGE > limit.get()
        ? PageSource.NONE
        : used.getAndAdd(PageSource.PAGE);
  }

  private boolean insert(long hash, long payload) {
    index.lock(hash);
    boolean inserted;
    try {
      inserted = index.insert(hash, payload);
    } finally {
      index.unlock(hash);
    }
    while (index.isCrowded() && used.get() < limit.get()) {
      index.grow();
    }
    return inserted;
  }

  private List<Long> payloads(long hash) {
    List<Long> found = new ArrayList<>();
    int version;
    do {
      found.clear();
      version = index.version(hash);
      for (long cursor = index.first(hash);
          cursor != HashIndex.NONE;
          cursor = index.next(cursor, hash)) {
        found.add(index.payload(cursor, hash));
      }
    } while (index.isStale(hash, version));
    return found;
  }

  private void remove(long hash, long payload) {
    index.lock(hash);
    try {
      long cursor = index.first(hash);
      while (index.payload(cursor, hash) != payload) {
        cursor = index.next(cursor, hash);
      }
      index.remove(cursor);
    } finally {
      index.unlock(hash);
    }
  }

  @Test
  void a_million_entries_are_found_again_and_gone_when_removed() {
    Map<Long, Long> model = new HashMap<>();
    for (long payload = 1; payload <= 1_000_000; payload++) {
      long hash = random.nextLong();
      model.put(hash, payload);
      assertThat(insert(hash, payload)).isTrue();
      if (payload % 3 == 0) {
        long known = hash;
        remove(known, model.remove(known));
      }
    }

    assertThat(index.size()).isEqualTo(model.size());
    model.forEach((hash, payload) -> assertThat(payloads(hash)).contains(payload));
    model.forEach(this::remove);
    assertThat(index.size()).isZero();
    model.forEach((hash, _) -> assertThat(payloads(hash)).isEmpty());
  }

  @Test
  void an_entry_takes_up_less_than_12_bytes() {
    int entries = 3_000_000;
    long before = used.get();
    for (long payload = 1; payload <= entries; payload++) {
      insert(random.nextLong(), payload);
    }

    assertThat((double) (used.get() - before) / entries).isLessThan(12);
  }

  @Test
  void entries_with_the_same_hash_are_all_found() {
    for (long payload = 1; payload <= 100; payload++) {
      insert(42, payload);
    }

    assertThat(payloads(42)).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void entries_are_removed_by_their_payloads_wherever_they_are() {
    long[] hashes = random.longs(50_000).toArray();
    for (int i = 0; i < hashes.length; i++) {
      insert(hashes[i], i + 1L);
    }
    index.removeIf(payload -> payload % 2 == 0);

    assertThat(index.size()).isEqualTo(hashes.length / 2);
    for (int i = 0; i < hashes.length; i++) {
      assertThat(payloads(hashes[i]).contains(i + 1L)).isEqualTo(i % 2 == 0);
    }
  }

  @Test
  void without_memory_to_grow_it_goes_on_until_no_line_is_left() {
    limit.set(used.get());
    long payload = 1;
    while (insert(random.nextLong(), payload)) {
      payload++;
      if (index.isCrowded()) {
        index.grow();
      }
    }
    assertThat(payload).isGreaterThan(10_000);
    long refused = random.nextLong();
    limit.set(memory.byteSize());
    index.grow();
    assertThat(insert(refused, payload)).isTrue();
    assertThat(payloads(refused)).contains(payload);
  }

  @Test
  void what_was_evicted_is_remembered_until_four_others_were_that_share_its_bucket() {
    long ghost = 0x1234_0000_0000_0007L;
    index.remember(ghost);
    for (long other = 1; other <= 3; other++) {
      index.remember(other << 52 | 7);
      assertThat(index.remembers(ghost)).isTrue();
    }
    index.remember(4L << 52 | 7);
    assertThat(index.remembers(ghost)).isFalse();
    assertThat(index.remembers(4L << 52 | 7)).isTrue();
  }

  @Test
  void what_was_evicted_is_remembered_when_its_bucket_is_split() {
    List<Long> ghosts = random.longs(1000).boxed().toList();
    ghosts.forEach(index::remember);
    long kept = ghosts.stream().filter(index::remembers).count();
    for (long payload = 1; payload <= 100_000; payload++) {
      insert(random.nextLong(), payload);
    }

    assertThat(ghosts.stream().filter(index::remembers).count()).isEqualTo(kept);
  }

  /// All that is known shares a bucket at first, so that every split moves many entries at once.
  @RepeatedTest(20)
  void what_is_there_is_found_while_the_table_grows() throws InterruptedException {
    int known = 2_000;
    long[] hashes = random.longs(known).map(hash -> (hash & -1024) | 5).toArray();
    for (int i = 0; i < known; i++) {
      index.lock(5);
      index.insert(hashes[i], i + 1L);
      index.unlock(5);
      index.grow();
    }
    AtomicBoolean done = new AtomicBoolean();
    List<String> missed = new ArrayList<>();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              while (!done.get()) {
                for (int i = 0; i < known; i++) {
                  if (!payloads(hashes[i]).contains(i + 1L)) {
                    missed.add("entry " + i);
                  }
                }
              }
            });
    for (int i = 0; i < 100_000; i++) {
      index.grow();
    }
    done.set(true);
    reader.join();
    assertThat(missed).isEmpty();
  }
}
