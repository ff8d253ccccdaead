package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.Binding;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `millrace seal` and `millrace open`, one after the other.
@Timeout(60)
class SealCommandTest {
  private static final long SECOND = 1_000_000_000L;
  private static final byte[] BYTES = new byte[300_000];

  static {
    new Random(7).nextBytes(BYTES);
    Arrays.fill(BYTES, 0, 100_000, (byte) 7);
  }

  @TempDir Path folder;
  @TempDir Path elsewhere;

  private Path plain;
  private Path sealed;
  private Path keys;

  @BeforeEach
  void makeFiles() throws IOException {
    plain = Files.write(folder.resolve("wheat"), BYTES);
    sealed = folder.resolve("wheat.sealed");
    keys = elsewhere.resolve("keys");
    new KeyringFile(keys).create();
  }

  private CommandRun seal(String... arguments) {
    return CommandRun.of(new SealCommand(environment()), arguments);
  }

  private CommandRun open(String... arguments) {
    return CommandRun.of(new OpenCommand(environment()), arguments);
  }

  private Map<String, String> environment() {
    return Map.of("MILLRACE_KEYS", keys.toString());
  }

  private static void succeed(CommandRun run) {
    assertThat(run).isEqualTo(new CommandRun(0, "", "", ""));
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd", "zstd:9"})
  void what_was_sealed_is_opened(String compression) throws IOException {
    succeed(seal(plain.toString(), "--compression", compression));
    assertThat(Files.size(sealed)).isGreaterThan(compression.equals("none") ? 300_000 : 200_000);
    Files.delete(plain);
    succeed(open(sealed.toString()));
    assertThat(plain).hasBinaryContent(BYTES);
    assertThat(files()).containsExactly(plain, sealed);
  }

  @Test
  void nothing_is_a_file_too() throws IOException {
    Files.write(plain, new byte[0]);
    succeed(seal(plain.toString()));
    Files.delete(plain);
    succeed(open(sealed.toString()));
    assertThat(plain).isEmptyFile();
  }

  @Test
  void files_that_are_there_are_replaced() throws IOException {
    Files.writeString(sealed, "old");
    succeed(seal(plain.toString()));
    Path target = Files.writeString(folder.resolve("target"), "old");
    succeed(open(sealed.toString(), target.toString()));
    assertThat(target).hasBinaryContent(BYTES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--quiet", "--range=0-9"})
  void a_file_that_open_was_not_given_the_name_of_is_not_replaced(String flag) throws IOException {
    succeed(seal(plain.toString()));
    Files.writeString(plain, "edited");
    CommandRun run = open(sealed.toString(), flag);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.failure()).startsWith(plain + " exists:");
    assertThat(plain).hasContent("edited");
    assertThat(files()).containsExactly(plain, sealed);
  }

  @Test
  void a_link_that_leads_nowhere_is_not_replaced_either() throws IOException {
    succeed(seal(plain.toString()));
    Files.delete(plain);
    Files.createSymbolicLink(plain, folder.resolve("rye"));
    assertThat(open(sealed.toString()).failure()).startsWith(plain + " exists:");
    assertThat(plain).isSymbolicLink();
  }

  @Test
  void a_flag_names_the_keyring_before_the_environment_does() throws IOException {
    Path others = elsewhere.resolve("others");
    new KeyringFile(others).create();
    String name = new KeyringFile(others).read().names().getFirst();
    succeed(seal(plain.toString(), "--keys", others.toString()));
    Files.delete(plain);
    assertThat(open(sealed.toString()).failure())
        .contains("cannot open " + sealed, '"' + name + '"', "not in the keyring", "--keys");
    succeed(open(sealed.toString(), "--keys", others.toString()));
  }

  @Test
  void a_rotated_keyring_opens_what_it_sealed() {
    succeed(seal(plain.toString()));
    new KeyringFile(keys).rotate();
    succeed(open(sealed.toString(), folder.resolve("target").toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "none, 16384-16384",
    "none, 100-299999",
    "lz4, 65535-65536",
    "zstd, 0-0",
    "zstd, 131000-200000",
    "zstd, 299990-",
    "zstd, 299990-400000",
    "zstd, -10",
    "zstd, -400000",
  })
  void a_part_is_opened_alone(String compression, String range) {
    succeed(seal(plain.toString(), "--compression", compression));
    Path part = folder.resolve("part");
    succeed(open(sealed.toString(), part.toString(), "--range=" + range));
    var bytes = RequestedRange.parse(range).in(BYTES.length);
    assertThat(part)
        .hasBinaryContent(Arrays.copyOfRange(BYTES, (int) bytes.offset(), (int) bytes.last() + 1));
  }

  @Test
  void a_part_may_be_larger_than_any_block() throws IOException {
    byte[] bytes = new byte[20 << 20];
    new Random(8).nextBytes(bytes);
    Files.write(plain, bytes);
    succeed(seal(plain.toString(), "--compression=lz4", "--block-size=8MiB"));
    Path part = folder.resolve("part");
    succeed(open(sealed.toString(), part.toString(), "--range=8388600-20000000"));
    assertThat(part).hasBinaryContent(Arrays.copyOfRange(bytes, 8_388_600, 20_000_001));
  }

  @Test
  void a_part_opens_where_another_is_damaged() throws IOException {
    succeed(seal(plain.toString()));
    byte[] container = Files.readAllBytes(sealed);
    container[container.length / 2] ^= 1;
    Files.write(sealed, container);
    Path part = folder.resolve("part");
    succeed(open(sealed.toString(), part.toString(), "--range=0-9"));
    assertThat(part).hasBinaryContent(Arrays.copyOf(BYTES, 10));
    assertThat(open(sealed.toString(), part.toString()).failure()).contains("is not authentic");
    assertThat(part).hasBinaryContent(Arrays.copyOf(BYTES, 10));
    assertThat(files()).containsExactly(folder.resolve("part"), plain, sealed);
  }

  @ParameterizedTest
  @CsvSource({"300000-, begins at byte", "300000-300001, begins at byte", "2-1, A-B", "x, A-B"})
  void a_part_that_there_is_not_leaves_no_file(String range, String reason) {
    succeed(seal(plain.toString()));
    assertThat(open(sealed.toString(), folder.resolve("part").toString(), "--range=" + range))
        .extracting(CommandRun::failure)
        .asString()
        .contains("--range", reason);
    assertThat(files()).containsExactly(plain, sealed);
  }

  @Test
  void what_is_bound_opens_only_as_what_it_is() {
    String[] bound = {"--bucket=grain", "--key=field/wheat", "--version=1"};
    succeed(seal(plain.toString(), bound[0], bound[1], bound[2]));
    String in = sealed.toString();
    String out = folder.resolve("out").toString();
    succeed(open(in, out, bound[0], bound[1], bound[2]));
    for (String other : new String[] {"--bucket=chaff", "--key=field/rye", "--version=2"}) {
      List<String> line = new ArrayList<>(List.of(in, out + "2"));
      for (String flag : bound) {
        line.add(flag.startsWith(other.substring(0, 4)) ? other : flag);
      }
      assertThat(open(line.toArray(String[]::new)).failure())
          .contains("cannot open", "not what it is opened as", "--bucket, --key and --version");
      line.add("--range=0-9");
      assertThat(open(line.toArray(String[]::new)).failure()).contains("--bucket");
    }
    assertThat(files()).hasSize(3);
  }

  @Test
  void a_series_of_containers_is_opened_as_one_and_only_whole() throws IOException {
    Sealer sealer = new Sealer(SealConfig.standard(), Keyring.read(keys));
    try (OutputStream out = Files.newOutputStream(sealed)) {
      for (int i = 0; i < 3; i++) {
        var from = MemorySegment.ofArray(BYTES).asSlice(100_000L * i, 100_000);
        byte[] to = new byte[(int) sealer.mostBytes(100_000)];
        Binding binding = Binding.none().at(100_000L * i);
        out.write(to, 0, (int) sealer.seal(from, MemorySegment.ofArray(to), binding, i < 2));
      }
    }
    Path target = folder.resolve("target");
    succeed(open(sealed.toString(), target.toString()));
    assertThat(target).hasBinaryContent(BYTES);
    assertThat(open(sealed.toString(), target.toString(), "--range=0-9").failure())
        .contains("first of several containers", "leave out --range");
  }

  @ParameterizedTest
  @CsvSource({"4, it is of version 31", "5, out of bounds", "6, out of bounds", "8, out of bounds"})
  void a_header_that_is_not_understood_is_not_blamed_on_the_range(int position, String cause)
      throws IOException {
    succeed(seal(plain.toString()));
    byte[] container = Files.readAllBytes(sealed);
    container[position] = 31;
    Files.write(sealed, container);
    String target = folder.resolve("target").toString();
    for (String flag : new String[] {"--quiet", "--range=0-9"}) {
      assertThat(open(sealed.toString(), target, flag).failure())
          .contains(cause, "a newer millrace", "damaged")
          .doesNotContain("--range");
    }
    assertThat(files()).containsExactly(plain, sealed);
  }

  @ParameterizedTest
  @CsvSource({
    "0, not begin as a sealed file, name one",
    "10, not begin as a sealed file, name one",
    "50, ends within its header, get it again",
    "20000, segment, get it again",
    "-1, segment, get it again",
  })
  void what_was_cut_short_leaves_no_file(int length, String cause, String remedy)
      throws IOException {
    succeed(seal(plain.toString()));
    byte[] all = Files.readAllBytes(sealed);
    Files.write(sealed, Arrays.copyOf(all, length < 0 ? all.length + length : length));
    String target = folder.resolve("target").toString();
    assertThat(open(sealed.toString(), target).failure()).contains(cause, remedy);
    assertThat(open(sealed.toString(), target, "--range=-9").failure()).contains("cannot open");
    assertThat(files()).containsExactly(plain, sealed);
  }

  @Test
  void what_goes_on_behind_its_end_leaves_no_file() throws IOException {
    succeed(seal(plain.toString()));
    Files.write(sealed, new byte[] {1, 2}, StandardOpenOption.APPEND);
    assertThat(open(sealed.toString(), folder.resolve("target").toString()).failure())
        .contains("cannot open");
    assertThat(files()).containsExactly(plain, sealed);
  }

  @Test
  void what_is_not_sealed_is_named() {
    assertThat(open(plain.toString(), folder.resolve("target").toString()).failure())
        .contains("cannot open " + plain, "does not begin as a sealed file does");
    assertThat(files()).containsExactly(plain);
  }

  @Test
  void a_key_of_that_name_that_is_another_is_named() throws IOException {
    succeed(seal(plain.toString()));
    String line = Files.readString(keys);
    String name = line.substring(0, 8);
    Files.writeString(keys, name + " " + Keyring.newKey().substring(9));
    assertThat(open(sealed.toString(), folder.resolve("target").toString()).failure())
        .contains('"' + name + '"', "does not fit", "--keys");
    assertThat(files()).containsExactly(plain, sealed);
  }

  @Test
  void what_is_read_is_not_replaced() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), plain);
    assertThat(seal(plain.toString(), link.toString()).failure()).contains("cannot write " + link);
    assertThat(seal(plain.toString(), plain.toString()).failure()).contains("read from");
    assertThat(seal(plain.toString(), keys.toString()).failure()).contains("the keyring");
    succeed(seal(plain.toString()));
    assertThat(open(sealed.toString(), sealed.toString()).failure()).contains("read from");
    assertThat(plain).hasBinaryContent(BYTES);
    assertThat(new KeyringFile(keys).read().names()).hasSize(1);
  }

  @Test
  void places_that_cannot_be_read_or_written_are_named() {
    String file = plain.toString();
    String absent = folder.resolve("rye").toString();
    assertThat(seal(absent).failure()).contains("cannot read " + absent, "no such file");
    assertThat(open(absent, file).failure()).contains("cannot read " + absent, "no such file");
    assertThat(seal(folder.toString(), file).failure()).contains("cannot read " + folder);
    assertThat(seal(file, folder.toString()).failure()).contains("is a directory");
    assertThat(seal(file, absent + "/sealed").failure()).contains("folder does not exist");
    assertThat(files()).containsExactly(plain);
  }

  @ParameterizedTest
  @CsvSource({
    "FILE out --compression=zip, 'none, lz4'",
    "FILE out --compression=zstd:10, zstd:9",
    "FILE out --block-size=5000, power of two",
    "FILE out --block-size=16MiB, power of two",
    "FILE out --block-size=100TB, power of two",
    "FILE out --block-size=many, power of two",
    "-, standard input has no name",
  })
  void flags_of_seal_that_make_no_sense_are_refused(String line, String reason) {
    CommandRun run = seal(line.replace("FILE", plain.toString()).split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.failure()).contains(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "FILE, does not end in .sealed",
    "-, standard input has no name",
    "- out --range=1-2, --range",
  })
  void flags_of_open_that_make_no_sense_are_refused(String line, String reason) {
    CommandRun run = open(line.replace("FILE", plain.toString()).split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.failure()).contains(reason);
  }

  @Test
  void who_gives_no_keyring_is_told_how() {
    CommandRun run = CommandRun.of(new SealCommand(Map.of()), plain.toString());
    assertThat(run.failure()).contains("--keys", "MILLRACE_KEYS", "--new");
    assertThat(files()).containsExactly(plain);
  }

  @Test
  void it_is_told_how_much_of_a_file_was_read() throws IOException {
    StringWriter out = new StringWriter();
    try (ProgressLine line = new ProgressLine(new PrintWriter(out), 80, false, 0);
        Input input = Input.of(plain.toString())) {
      ReadableByteChannel told = input.toldBy(line);
      assertThat(told.read(ByteBuffer.allocate(150_000))).isEqualTo(150_000);
      line.draw(SECOND);
    }
    assertThat(out.toString()).contains(" 50% [", "146 KiB of 293 KiB  146 KiB/s");
  }

  @Test
  void of_what_has_no_known_end_the_amount_alone_is_told() throws IOException {
    StringWriter out = new StringWriter();
    Files.write(plain, new byte[0]);
    try (ProgressLine line = new ProgressLine(new PrintWriter(out), 80, false, 0);
        Input input = Input.of(plain.toString())) {
      ReadableByteChannel told = input.toldBy(line);
      Files.write(plain, BYTES);
      assertThat(told.read(ByteBuffer.allocate(1 << 17))).isEqualTo(1 << 17);
      line.draw(SECOND);
    }
    assertThat(out.toString()).contains("\u001b[K128 KiB  128 KiB/s").doesNotContain("of", "%");
  }
}
