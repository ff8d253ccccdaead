package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.origin.FolderOrigin;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedSlicesTest {
  private static final int SIZE = 64 << 10;
  private static final ObjectName OBJECT = new ObjectName("bucket", "zeros");
  private static final Keyring OLD = Keyring.parse(List.of(Keyring.newKey()));
  private static final Keyring NEW = Keyring.parse(List.of(Keyring.newKey()));

  @TempDir Path folder;

  private FolderOrigin origin;

  @BeforeEach
  void writeAnObject() throws IOException {
    Files.write(folder.resolve("zeros"), new byte[SIZE]);
    origin = new FolderOrigin("bucket", folder);
  }

  private static SealedSlices over(
      Slices slices, StoredSlices stored, Keyring keys, String compression) throws IOException {
    return new SealedSlices(slices, stored, sealer(keys, compression), 1 << 20);
  }

  private static Sealer sealer(Keyring keys, String compression) throws IOException {
    return new Sealer(SealConfig.standard().withCompression(Compression.parse(compression)), keys);
  }

  private static byte[] first(SealedSlices sealed, ObjectFacts facts) throws IOException {
    try (SealedSlices.Reader reader = sealed.reader(OBJECT, facts)) {
      return bytes(reader.open(0));
    }
  }

  private static byte[] bytes(Slice slice) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(slice.writeTo(bytes, 0, slice.length())).isEqualTo(slice.length());
    return bytes.toByteArray();
  }

  @Test
  void what_an_earlier_run_sealed_is_served_unless_it_did_so_otherwise() throws Exception {
    try (StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE)) {
      Slices slices = new Slices(origin, stored, new Retry(1, _ -> {}), SIZE, 1);
      ObjectFacts facts = origin.facts(OBJECT);
      byte[] first = first(over(slices, stored, OLD, "zstd"), facts);

      assertThat(first(over(slices, stored, OLD, "zstd"), facts)).isEqualTo(first);
      assertThat(first(over(slices, stored, OLD, "none"), facts)).hasSizeGreaterThan(SIZE);
      byte[] rotated = first(over(slices, stored, NEW, "zstd"), facts);
      Binding binding = Binding.of("bucket", "zeros", SealedSlices.version(facts));
      assertThat(new Opener(NEW).open(rotated, binding, SIZE)).isEqualTo(new byte[SIZE]);
    }
  }

  @Test
  void forms_that_do_not_go_together_have_names_that_differ() throws Exception {
    try (StoredSlices stored = StoredSlices.inMemory(10_000_000, 2 * SIZE)) {
      Slices slices = new Slices(origin, stored, new Retry(1, _ -> {}), SIZE, 1);
      Slices larger = new Slices(origin, stored, new Retry(1, _ -> {}), 2 * SIZE, 1);
      String form = over(slices, stored, OLD, "zstd").formId();
      assertThat(form).matches("[0-9a-f]{8}");
      assertThat(over(slices, stored, OLD, "zstd").formId()).isEqualTo(form);
      assertThat(over(slices, stored, NEW, "zstd").formId()).isNotEqualTo(form);
      assertThat(over(slices, stored, OLD, "none").formId()).isNotEqualTo(form);
      assertThat(over(larger, stored, OLD, "zstd").formId()).isNotEqualTo(form);
    }
  }

  @Test
  void only_so_many_readers_have_copies_and_the_others_read_what_is_held() throws Exception {
    try (StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE)) {
      Slices slices = new Slices(origin, stored, new Retry(1, _ -> {}), SIZE, 1);
      ObjectFacts facts = origin.facts(OBJECT);
      Sealer sealer = sealer(OLD, "zstd");
      SealedSlices sealed = new SealedSlices(slices, stored, sealer, 5L * SIZE);
      try (var one = sealed.reader(OBJECT, facts);
          var two = sealed.reader(OBJECT, facts);
          var three = sealed.reader(OBJECT, facts)) {
        assertThat(one.open(0)).isInstanceOf(CopiedSlice.class);
        assertThat(two.open(0)).isInstanceOf(CopiedSlice.class);
        assertThat(three.open(0)).isInstanceOf(StoredSlice.class);
        assertThat(bytes(three.open(0))).isEqualTo(bytes(one.open(0)));
      }
      try (var after = sealed.reader(OBJECT, facts)) {
        assertThat(after.open(0)).isInstanceOf(CopiedSlice.class);
      }
    }
  }

  @Test
  void a_slice_that_is_prepared_is_sealed_once() throws Exception {
    try (StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE)) {
      Slices slices = new Slices(origin, stored, new Retry(1, _ -> {}), SIZE, 1);
      SealedSlices sealed = over(slices, stored, OLD, "zstd");
      try (var reader = sealed.reader(OBJECT, origin.facts(OBJECT))) {
        reader.prepare(0);
        byte[] first = bytes(reader.open(0));
        reader.prepare(0);
        assertThat(bytes(reader.open(0))).isEqualTo(first);
      }
    }
  }

  @Test
  void without_room_for_it_a_slice_is_an_error() throws Exception {
    StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE);
    Slices slices = new Slices(origin, stored, new Retry(1, _ -> {}), SIZE, 1);
    SealedSlices sealed = over(slices, stored, OLD, "zstd");
    stored.close();
    assertThatThrownBy(() -> first(sealed, origin.facts(OBJECT)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no room in memory");
  }
}
