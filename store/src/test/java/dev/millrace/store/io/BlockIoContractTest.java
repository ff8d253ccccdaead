package dev.millrace.store.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.store.io.BlockFile.Read;
import dev.millrace.store.io.IoConfig.BufferClass;
import dev.millrace.store.io.IoConfig.EngineChoice;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What holds with either engine.
class BlockIoContractTest {
  private static final int BLOCK = BlockFile.BLOCK;
  private static final int BLOCKS = 256;

  @TempDir Path folder;

  /// The engines, each insisted on.
  enum Side {
    IO_URING(EngineChoice.IO_URING, 256),
    SMALL_RING(EngineChoice.IO_URING, 2),
    POSITIONAL(EngineChoice.POSITIONAL, 256);

    private final EngineChoice choice;
    private final int entries;

    Side(EngineChoice choice, int entries) {
      this.choice = choice;
      this.entries = entries;
    }

    IoConfig config() {
      return IoConfig.defaults()
          .withEngine(choice)
          .withEntries(entries)
          .withThreads(4)
          .withBuffers(List.of(new BufferClass(BLOCK, 64), new BufferClass(1 << 20, 4)));
    }

    BlockIo open() throws IOException {
      try {
        return BlockIo.open(config());
      } catch (RingRefusedException e) {
        assumeTrue(false, "this kernel refuses io_uring: " + e.getMessage());
        throw e;
      }
    }
  }

  /// A file in which each long tells its own position.
  private Path numbered() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BLOCKS * BLOCK).order(ByteOrder.nativeOrder());
    while (bytes.hasRemaining()) {
      bytes.putLong(bytes.position());
    }
    return Files.write(folder.resolve("numbered"), bytes.array());
  }

  private static void assertNumbered(IoBuffer buffer, int offset, int length, long position) {
    for (int i = 0; i < length; i += 512) {
      assertThat(buffer.memory().get(ValueLayout.JAVA_LONG, offset + i)).isEqualTo(position + i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void many_virtual_threads_read_what_is_there(Side side) throws Exception {
    Path path = numbered();
    try (BlockIo io = side.open();
        BlockFile file = io.open(path);
        ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        results.add(
            readers.submit(() -> {
              for (int j = 0; j < 20; j++) {
                try (IoBuffer buffer = io.acquire(BLOCK)) {
                  long position = ThreadLocalRandom.current().nextLong(BLOCKS) * BLOCK;
                  file.read(position, buffer, BLOCK);
                  assertNumbered(buffer, 0, BLOCK, position);
                }
              }
              return null;
            }));
      }
      for (Future<?> result : results) {
        result.get();
      }
      IoStats.Operations reads = io.stats().reads();
      assertThat(reads.count()).isEqualTo(4000);
      assertThat(reads.bytes()).isEqualTo(4000L * BLOCK);
      assertThat(reads.errors()).isZero();
      assertThat(
              Stream.of(reads.queued(), reads.device(), reads.delivered(), reads.total())
                  .map(IoStats.Latency::count))
          .containsOnly(4000L);
      assertThat(reads.total().max())
          .isGreaterThanOrEqualTo(reads.device().max())
          .isGreaterThanOrEqualTo(reads.total().p999());
      assertThat(reads.total().p50()).isPositive().isLessThanOrEqualTo(reads.total().p99());
      assertThat(io.stats().systemCalls()).isPositive();
      assertThat(io.stats().depths()).isNotEmpty().containsOnly(0L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_was_written_is_read_and_stays_when_created_again(Side side) throws Exception {
    Path path = folder.resolve("written");
    try (BlockIo io = side.open();
        IoBuffer buffer = io.acquire(1 << 20)) {
      try (BlockFile file = io.create(path, 2 << 20)) {
        buffer.memory().fill((byte) 7);
        file.write(1 << 20, buffer, 1 << 20);
        file.write(0, buffer, BLOCK, BLOCK);
        file.force();
      }
      buffer.memory().fill((byte) 0);
      try (BlockFile file = io.create(path, 2 << 20)) {
        file.read(1 << 20, buffer, 1 << 20);
        assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, (1 << 20) - 1)).isEqualTo((byte) 7);
        file.read(0, buffer, 2 * BLOCK);
        assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, BLOCK - 1)).isEqualTo((byte) 7);
        assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, BLOCK)).isZero();
      }
      assertThat(io.stats().writes().bytes()).isEqualTo((1 << 20) + BLOCK);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_created_file_has_exactly_its_size(Side side) throws Exception {
    Path path = Files.write(folder.resolve("longer"), new byte[40 * BLOCK]);
    try (BlockIo io = side.open();
        BlockFile shorter = io.create(path, 8 * BLOCK);
        BlockFile fresh = io.create(folder.resolve("fresh"), 1 << 20)) {
      assertThat(shorter.size()).isEqualTo(8 * BLOCK).isEqualTo(Files.size(path));
      assertThat(fresh.size()).isEqualTo(1 << 20).isEqualTo(Files.size(fresh.path()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void several_parts_are_read_at_once(Side side) throws Exception {
    Path path = numbered();
    try (BlockIo io = side.open();
        BlockFile file = io.open(path);
        IoBuffer buffer = io.acquire(1 << 20)) {
      List<Read> reads = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        reads.add(new Read((long) (63 - i) * BLOCK, buffer, i * BLOCK, BLOCK));
      }
      file.read(reads);
      for (Read read : reads) {
        assertNumbered(buffer, read.offset(), BLOCK, read.position());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_part_that_fails_fails_the_whole_after_all_have_ended(Side side) throws Exception {
    Path path = numbered();
    try (BlockIo io = side.open();
        BlockFile file = io.open(path)) {
      truncate(path, 4 * BLOCK);
      try (IoBuffer buffer = io.acquire(1 << 20)) {
        assertThatThrownBy(() ->
                file.read(
                    List.of(
                        new Read(8 * BLOCK, buffer, BLOCK, BLOCK), new Read(0, buffer, 0, BLOCK))))
            .isInstanceOf(ShortReadException.class);
        assertNumbered(buffer, 0, BLOCK, 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_truncated_file_gives_a_short_read(Side side) throws Exception {
    Path path = numbered();
    try (BlockIo io = side.open();
        BlockFile file = io.open(path);
        IoBuffer buffer = io.acquire(1 << 20)) {
      truncate(path, 3 * BLOCK + 100);
      assertThatThrownBy(() -> file.read(2 * BLOCK, buffer, 4 * BLOCK))
          .isInstanceOfSatisfying(
              ShortReadException.class, e -> assertThat(e.got()).isEqualTo(BLOCK + 100))
          .hasMessageContaining("read of 16384 bytes at 8192 of " + path);
      assertThatThrownBy(() -> file.read(8 * BLOCK, buffer, BLOCK))
          .isInstanceOfSatisfying(ShortReadException.class, e -> assertThat(e.got()).isZero());
    }
  }

  private static void truncate(Path path, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_is_misaligned_or_out_of_bounds_is_refused(Side side) throws Exception {
    Path path = numbered();
    try (BlockIo io = side.open();
        BlockFile file = io.open(path);
        IoBuffer buffer = io.acquire(2 * BLOCK)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(512, buffer, BLOCK))
          .withMessage("position 512, offset 0 and length 4096 must be multiples of 4096");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.write(0, buffer, 8, BLOCK))
          .withMessageContaining("offset 8");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(0, buffer, 100))
          .withMessageContaining("length 100");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read(0, buffer, (1 << 20) + BLOCK))
          .withMessageContaining("not within a buffer of 1048576");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> file.read((long) BLOCKS * BLOCK, buffer, BLOCK))
          .withMessageContaining("not within the 1048576 bytes of " + path);
      assertThatIllegalArgumentException().isThrownBy(() -> file.read(-BLOCK, buffer, BLOCK));
      assertThatIllegalArgumentException().isThrownBy(() -> io.create(path, 1000));
      assertThatIllegalArgumentException().isThrownBy(() -> io.acquire((1 << 20) + 1));
      assertThat(io.stats().reads().count()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_missing_folder_and_a_missing_file_are_named(Side side) throws Exception {
    try (BlockIo io = side.open()) {
      assertThatThrownBy(() -> io.open(folder.resolve("missing")))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("missing: ENOENT (no such file or folder)");
      assertThatThrownBy(() -> io.create(folder.resolve("missing/file"), BLOCK))
          .isInstanceOf(DeviceException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_file_too_large_for_the_device_is_deleted_again(Side side) throws Exception {
    Path path = folder.resolve("huge");
    try (BlockIo io = side.open()) {
      assertThatThrownBy(() -> io.create(path, 1L << 50)).isInstanceOf(DeviceException.class);
      assertThat(path).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupted_reader_gets_its_bytes_and_stays_interrupted(Side side) throws Exception {
    Path path = numbered();
    try (BlockIo io = side.open();
        BlockFile file = io.open(path);
        IoBuffer buffer = io.acquire(BLOCK)) {
      for (int i = 0; i < 50; i++) {
        Thread.currentThread().interrupt();
        file.read((long) i * BLOCK, buffer, BLOCK);
        assertThat(Thread.interrupted()).isTrue();
        assertNumbered(buffer, 0, BLOCK, (long) i * BLOCK);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void closing_waits_for_reads_under_way_and_refuses_later_ones(Side side) throws Exception {
    Path path = numbered();
    BlockIo io = side.open();
    BlockFile file = io.open(path);
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      CountDownLatch reading = new CountDownLatch(8);
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        results.add(readers.submit(() -> readUntilClosed(io, file, reading)));
      }
      reading.await();
      io.close();
      for (Future<Long> result : results) {
        assertThat(result.get()).isPositive();
      }
    }
    assertThatThrownBy(() -> io.open(path)).isInstanceOf(ClosedFileException.class);
    assertThatIllegalStateException().isThrownBy(() -> io.acquire(BLOCK));
    io.close();
    file.close();
  }

  private static long readUntilClosed(BlockIo io, BlockFile file, CountDownLatch reading)
      throws Exception {
    try (IoBuffer buffer = io.acquire(BLOCK)) {
      for (long count = 0; ; count++) {
        try {
          file.read(count % BLOCKS * BLOCK, buffer, BLOCK);
        } catch (ClosedFileException _) {
          return count;
        }
        if (count == 0) {
          reading.countDown();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_buffer_that_was_given_back_is_not_read_into(Side side) throws Exception {
    Path path = numbered();
    try (BlockIo io = side.open();
        BlockFile file = io.open(path)) {
      IoBuffer buffer = io.acquire(BLOCK);
      buffer.close();
      buffer.close();
      assertThatIllegalStateException().isThrownBy(() -> file.read(0, buffer, BLOCK));
    }
  }

  @ParameterizedTest
  @EnumSource
  void opened_and_closed_200_times_it_leaves_no_descriptor_and_no_mapping(Side side)
      throws Exception {
    Path path = numbered();
    openAndRead(side, path);
    long descriptors = descriptors();
    long mappings = mappings();
    for (int i = 0; i < 200; i++) {
      openAndRead(side, path);
    }
    assertThat(descriptors()).isCloseTo(descriptors, within(5L));
    // Stacks of threads come and go with the JVM's caches of them.
    assertThat(mappings()).isLessThan(mappings + 100);
  }

  private static void openAndRead(Side side, Path path) throws Exception {
    try (BlockIo io = side.open();
        BlockFile file = io.open(path);
        IoBuffer buffer = io.acquire(BLOCK)) {
      file.read(0, buffer, BLOCK);
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
      return list.count();
    }
  }

  private static long mappings() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.count();
    }
  }

  @ParameterizedTest
  @EnumSource
  void more_files_are_open_than_a_ring_has_slots(Side side) throws Exception {
    try (BlockIo io = side.open();
        IoBuffer buffer = io.acquire(BLOCK)) {
      List<BlockFile> files = new ArrayList<>();
      for (int i = 0; i < Ring.FILE_SLOTS + 4; i++) {
        BlockFile file = io.create(folder.resolve("file" + i), BLOCK);
        buffer.memory().fill((byte) i);
        file.write(0, buffer, BLOCK);
        files.add(file);
      }
      files.get(3).close();
      files.set(3, io.open(folder.resolve("file3")));
      for (int i = 0; i < files.size(); i++) {
        files.get(i).read(0, buffer, BLOCK);
        assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, 77)).isEqualTo((byte) i);
      }
    }
  }
}
