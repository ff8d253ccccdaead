package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.SealedTier.config;
import static dev.millrace.store.ssd.SealedTier.files;
import static dev.millrace.store.ssd.SealedTier.fill;
import static dev.millrace.store.ssd.SealedTier.keys;
import static dev.millrace.store.ssd.SealedTier.reopen;
import static dev.millrace.store.ssd.SealedTier.sealing;
import static dev.millrace.store.ssd.SealedTier.stats;
import static dev.millrace.store.ssd.TestTier.key;
import static dev.millrace.store.ssd.TestTier.value;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.seal.KeyService;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.WrappedKey;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SealedTierTest {
  private static final String OLD_KEY = Keyring.newKey();
  private static final String NEW_KEY = Keyring.newKey();
  private static final Keyring KEYS = keys(OLD_KEY);

  @TempDir Path folder;

  private TestTier open(KeyService keys) throws Exception {
    return new TestTier(config(folder).sealed(sealing(keys)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd:1", "zstd:9"})
  void what_was_written_is_found_also_after_restarts(String compression) throws Exception {
    try (TestTier test = new TestTier(config(folder).sealed(sealing(compression, KEYS)))) {
      fill(test, 0, 300, 3000);
      for (int i = 0; i < 3; i++) {
        assertThat(test.found(0, 300, 3000)).isEqualTo(300);
        assertThat(test.find(key(300))).isNull();
        assertThat(stats(test).unopened()).isZero();
        test.restart();
      }
    }
  }

  @Test
  void entries_may_be_of_any_length_up_to_what_the_longest_leaves_when_it_is_sealed()
      throws Exception {
    try (TestTier test = open(KEYS)) {
      int longest = test.config.longestEntry() - EntryRecord.HEADER - key(100_000).length;
      for (int length : new int[] {0, 1, 4095, 65_536, 100_001, longest - 1000}) {
        test.offer(key(length), value(length, length));
        test.tier.flush();
        assertThat(test.find(key(length))).isEqualTo(value(length, length));
      }
      byte[] longestKey = value(1, 65_536);
      test.offer(longestKey, value(2, 10));
      test.tier.flush();
      assertThat(test.find(longestKey)).isEqualTo(value(2, 10));

      test.offer(key(longest), value(longest, longest));
      test.tier.flush();
      assertThat(test.tier.stats().dropped()).isEqualTo(1);
      test.offer(key(longest), new byte[longest]);
      test.tier.flush();
      assertThat(test.find(key(longest))).isEqualTo(new byte[longest]);
      test.offer(key(1_000_000), new byte[longest]);
      test.tier.flush();
      assertThat(test.tier.stats().dropped()).isEqualTo(2);
      assertThat(test.find(key(1_000_000))).isNull();
    }
  }

  @Test
  void it_tells_what_sealing_saves() throws Exception {
    try (TestTier test = open(KEYS)) {
      test.offer(key(1), new byte[100_000]);
      test.tier.flush();
      assertThat(stats(test).plainBytes()).isEqualTo(100_000);
      assertThat(stats(test).sealedBytes()).isBetween(100L, 2000L);
      assertThat(test.tier.stats().written()).isEqualTo(1);
    }
    try (TestTier plain = new TestTier(config(folder))) {
      assertThat(plain.tier.stats().sealed()).isEmpty();
    }
  }

  @Test
  void nothing_of_keys_and_values_is_in_the_files() throws Exception {
    String secret = "a-name-that-nobody-should-read";
    String content = "what it says is nobody's business either. ";
    try (TestTier plain = new TestTier(config(folder.resolve("plain")));
        TestTier test = new TestTier(config(folder.resolve("sealed")).sealed(sealing(KEYS)))) {
      for (TestTier each : List.of(plain, test)) {
        for (int i = 0; i < 50; i++) {
          byte[] key = (secret + i).getBytes(ISO_8859_1);
          each.offer(key, content.repeat(1 + i).getBytes(ISO_8859_1));
        }
        each.tier.flush();
        assertThat(each.find((secret + 7).getBytes(ISO_8859_1)))
            .isEqualTo(content.repeat(8).getBytes(ISO_8859_1));
      }
    }
    assertThat(found(folder.resolve("plain"), "a-name")).isPositive();
    assertThat(found(folder.resolve("plain"), "what it says")).isPositive();
    assertThat(found(folder.resolve("sealed"), "a-name")).isZero();
    assertThat(found(folder.resolve("sealed"), "nobody")).isZero();
    assertThat(found(folder.resolve("sealed"), "what it")).isZero();
  }

  private static int found(Path folder, String text) throws IOException {
    int found = 0;
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        found += new String(Files.readAllBytes(file), ISO_8859_1).contains(text) ? 1 : 0;
      }
    }
    return found;
  }

  @Test
  void keys_are_rotated_without_losing_what_the_old_ones_sealed() throws Exception {
    try (TestTier test = open(KEYS)) {
      fill(test, 0, 20, 1000);
    }
    try (TestTier test = open(keys(NEW_KEY, OLD_KEY))) {
      assertThat(test.found(0, 20, 1000)).isEqualTo(20);
      fill(test, 20, 40, 1000);
    }
    try (TestTier test = open(keys(NEW_KEY))) {
      assertThat(test.tier.stats().entries()).isEqualTo(40);
      assertThat(test.found(0, 40, 1000)).isEqualTo(20);
      assertThat(stats(test).unopened()).isEqualTo(20);
      assertThat(test.tier.stats().entries()).isEqualTo(20);
      test.restart();
      assertThat(test.tier.stats().entries()).isEqualTo(20);
      assertThat(test.found(20, 40, 1000)).isEqualTo(20);
    }
  }

  @Test
  void another_key_of_the_same_name_opens_nothing() throws Exception {
    try (TestTier test = open(KEYS)) {
      fill(test, 0, 20, 1000);
    }
    String name = OLD_KEY.substring(0, OLD_KEY.indexOf(' '));
    String other = name + NEW_KEY.substring(NEW_KEY.indexOf(' '));
    try (TestTier test = open(keys(other))) {
      assertThat(test.found(0, 20, 1000)).isZero();
      assertThat(stats(test).unopened()).isEqualTo(20);
      fill(test, 0, 20, 1000);
      assertThat(test.found(0, 20, 1000)).isEqualTo(20);
    }
  }

  /// A service that may be out of reach.
  private static final class Remote implements KeyService {
    private boolean isDown;

    @Override
    public WrappedKey wrap(byte[] key) throws IOException {
      ask();
      return KEYS.wrap(key);
    }

    @Override
    public byte[] unwrap(WrappedKey wrapped) throws IOException {
      ask();
      return KEYS.unwrap(wrapped);
    }

    private void ask() throws IOException {
      if (isDown) {
        throw new IOException("down");
      }
    }
  }

  @Test
  void where_the_key_service_is_out_of_reach_entries_are_misses_until_it_is_back()
      throws Exception {
    Remote remote = new Remote();
    try (TestTier test = open(remote)) {
      fill(test, 0, 20, 1000);
      test.restart();
      remote.isDown = true;
      assertThat(test.found(0, 20, 1000)).isZero();
      assertThat(stats(test).unopened()).isEqualTo(20);
      remote.isDown = false;
      assertThat(test.found(0, 20, 1000)).isEqualTo(20);
    }
    remote.isDown = true;
    assertThatThrownBy(() -> open(remote)).isInstanceOf(IOException.class).hasMessage("down");
    remote.isDown = false;
    try (TestTier test = open(remote)) {
      assertThat(test.found(0, 20, 1000)).isEqualTo(20);
    }
  }

  /// What it takes to open is not to be had.
  private static final class Unable extends Sealant {
    private final Error why;

    Unable(TestTier test, Error why) throws IOException {
      super(sealing(KEYS), test.config.longestEntry());
      this.why = why;
    }

    @Override
    MemorySegment open(MemorySegment sealed, byte[] key, long expiry, Arena memory) {
      throw why;
    }
  }

  private static Stream<Error> wants() {
    return Stream.of(
        new UnsatisfiedLinkError("no libz in java.io.tmpdir"),
        new OutOfMemoryError("no memory off the heap"));
  }

  @ParameterizedTest
  @MethodSource("wants")
  void where_what_opens_is_not_to_be_had_entries_are_misses_until_it_is(Error why)
      throws Exception {
    try (TestTier test = open(KEYS)) {
      fill(test, 0, 20, 1000);
      reopen(test, new Unable(test, why));
      assertThat(test.found(0, 20, 1000)).isZero();
      assertThat(stats(test).unopened()).isEqualTo(20);
      test.restart();
      assertThat(test.found(0, 20, 1000)).isEqualTo(20);
    }
  }

  @Test
  void a_folder_that_was_sealed_otherwise_is_started_anew() throws Exception {
    SsdConfig plain = config(folder);
    SsdConfig sealed = plain.sealed(sealing(KEYS));
    for (SsdConfig config : List.of(plain, sealed, plain, sealed)) {
      try (TestTier test = new TestTier(config)) {
        assertThat(test.tier.stats().entries()).isZero();
        fill(test, 0, 100, 1000);
        assertThat(test.found(0, 100, 1000)).isEqualTo(100);
        assertThat(files(test, "segment-")).hasSizeLessThanOrEqualTo(3);
      }
    }
  }

  @Test
  void an_entry_is_not_found_after_its_lifetime() throws Exception {
    try (TestTier test = open(KEYS)) {
      test.offer(key(1), value(1, 1000), Duration.ofSeconds(10));
      test.tier.flush();
      test.now.addAndGet(9_999);
      try (SsdHit hit = test.tier.get(key(1))) {
        assertThat(hit).isNotNull();
        assertThat(hit.lifetime()).isEqualTo(Duration.ofMillis(1).toNanos());
      }
      test.now.addAndGet(1);
      assertThat(test.find(key(1))).isNull();
      assertThat(stats(test).unopened()).isZero();
    }
  }

  @Test
  void hits_that_are_open_take_no_buffer_and_outlive_the_tier() throws Exception {
    try (TestTier test = open(KEYS)) {
      fill(test, 0, 1, 1000);
      List<SsdHit> hits = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        SsdHit hit = test.tier.get(key(0));
        assertThat(hit).isNotNull();
        hits.add(hit);
      }
      test.tier.close();
      for (SsdHit hit : hits) {
        byte[] part = new byte[10];
        hit.value().copyTo(100, part, 0, 10);
        assertThat(part).isEqualTo(Arrays.copyOfRange(value(0, 1000), 100, 110));
        assertThat(hit.value().toArray()).isEqualTo(value(0, 1000));
        hit.close();
        assertThatThrownBy(() -> hit.value().getByte(0)).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void what_holds_more_than_the_longest_entry_is_a_miss() throws Exception {
    try (TestTier test = open(KEYS)) {
      test.offer(key(1), new byte[150_000]);
      test.tier.flush();
    }
    try (TestTier test = new TestTier(config(folder).longestEntry(100_000).sealed(sealing(KEYS)))) {
      assertThat(test.tier.stats().entries()).isEqualTo(1);
      assertThat(test.find(key(1))).isNull();
      assertThat(stats(test).unopened()).isEqualTo(1);
    }
  }
}
