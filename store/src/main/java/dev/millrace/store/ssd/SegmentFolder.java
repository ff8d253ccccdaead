package dev.millrace.store.ssd;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.BlockIo;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The files of a tier.
///
/// Files `segment-00001` and on, made when they are first needed, and called `unfinished` until
/// they have their size; `meta`, which says how they are cut; and `lock`, which a second process
/// finds locked. A folder that is cut in another way, even if there is only more of it, is started
/// anew: what is forgotten is known by parts of hashes that depend on the tier's size. So is one
/// whose entries are sealed and should not be, or the other way round. A folder with files of
/// others is not begun in: it may be somebody's own, and names may be theirs, too.
///
/// One thread at a time, but for [#segment].
final class SegmentFolder implements AutoCloseable {
  private static final String SEGMENT = "segment-";

  /// What a new segment is called until it has its size.
  private static final String UNFINISHED = "unfinished";

  private static final Pattern SEGMENTS = Pattern.compile(SEGMENT + "\\d{5,}");

  /// What a folder may have in it that is no tier's yet; the last of them since it may be a file
  /// system of its own.
  private static final Set<String> NO_STRANGERS =
      Set.of("lock", "meta", "meta.new", UNFINISHED, "lost+found");

  private final Path folder;
  private final BlockIo io;
  private final Faults faults;
  private final FileChannel lock;
  private final FolderMeta meta;
  private final AtomicReferenceArray<@Nullable SsdSegment> segments;

  private SegmentFolder(Path folder, BlockIo io, Faults faults, FileChannel lock, FolderMeta meta) {
    this.folder = folder;
    this.io = io;
    this.faults = faults;
    this.lock = lock;
    this.meta = meta;
    this.segments = new AtomicReferenceArray<>(meta.geometry().segments() + 1);
  }

  /// Opens a folder and the segments in it, which hold nothing yet.
  ///
  /// @param isSealed whether entries are sealed
  /// @throws IOException if the folder cannot be made, read or written, or another uses it, or has
  ///   files of others in it and was no tier's
  static SegmentFolder open(
      Path folder, Geometry geometry, boolean isSealed, BlockIo io, Faults faults)
      throws IOException {
    Files.createDirectories(folder);
    refuseStrangers(folder);
    FileChannel lock = locked(folder);
    try {
      FolderMeta meta = metaOf(folder, geometry, isSealed);
      SegmentFolder opened = new SegmentFolder(folder, io, faults, lock, meta);
      opened.openSegments();
      return opened;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void refuseStrangers(Path folder) throws IOException {
    if (FolderMeta.read(folder.resolve("meta")).isPresent()) {
      return;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, SegmentFolder::isStranger)) {
      for (Path stranger : all) {
        throw new IOException(
            "the SSD folder "
                + folder
                + " has other files in it, such as "
                + stranger.getFileName()
                + "; give an empty folder, or one that is not there yet");
      }
    }
  }

  private static boolean isStranger(Path file) {
    String name = file.getFileName().toString();
    return !NO_STRANGERS.contains(name) && !isSegment(file);
  }

  private static boolean isSegment(Path file) {
    return SEGMENTS.matcher(file.getFileName().toString()).matches();
  }

  private static FileChannel locked(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      @Nullable FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // Another tier of this process has it.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new IOException(folder + " is in use by another SSD tier");
  }

  private static FolderMeta metaOf(Path folder, Geometry geometry, boolean isSealed)
      throws IOException {
    Path file = folder.resolve("meta");
    Optional<FolderMeta> found = FolderMeta.read(file);
    if (found.isPresent() && found.get().isOf(geometry, isSealed)) {
      return found.get();
    }
    int deleted = 0;
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, SegmentFolder::isSegment)) {
      for (Path each : old) {
        Files.delete(each);
        deleted++;
      }
    }
    if (deleted > 0) {
      System.getLogger(SsdTier.class.getName())
          .log(
              Level.WARNING,
              ("SSD tier: %s is started anew (%d segments): its meta file is lost, or tells other"
                      + " sizes, or entries sealed otherwise")
                  .formatted(folder, deleted));
    }
    FolderMeta fresh = new FolderMeta(geometry, isSealed, new SecureRandom().nextLong());
    fresh.write(file);
    return fresh;
  }

  private void openSegments() {
    delete(folder.resolve(UNFINISHED));
    for (int number = 1; number < segments.length(); number++) {
      Path path = path(number);
      if (Files.exists(path)) {
        try {
          segments.set(number, new SsdSegment(number, opened(path)));
        } catch (IOException e) {
          faults.count(Faults.Kind.START, path, e);
          delete(path);
        }
      }
    }
  }

  private BlockFile opened(Path path) throws IOException {
    BlockFile file = io.open(path);
    if (file.size() != geometry().segmentSize()) {
      file.close();
      throw new IOException(file.size() + " bytes are not a segment");
    }
    return file;
  }

  Geometry geometry() {
    return meta.geometry();
  }

  long hashSeed() {
    return meta.hashSeed();
  }

  /// The segment of that number, if there is one. Safe for use by any number of threads.
  @Nullable SsdSegment segment(int number) {
    return segments.get(number);
  }

  /// The segments that there are.
  List<SsdSegment> all() {
    List<SsdSegment> all = new ArrayList<>();
    for (int number = 1; number < segments.length(); number++) {
      SsdSegment segment = segments.get(number);
      if (segment != null) {
        all.add(segment);
      }
    }
    return all;
  }

  /// The segment to write next, which is in use from now on: a new one while there may be more, or
  /// else the oldest. Nothing, if none can be had.
  Optional<SsdSegment> next() {
    Optional<SsdSegment> next = created().or(this::oldest);
    next.ifPresent(segment -> segment.isInUse(true));
    return next;
  }

  private Optional<SsdSegment> oldest() {
    return all().stream()
        .filter(segment -> !segment.isInUse())
        .min(Comparator.comparingLong(SsdSegment::sequence));
  }

  private Optional<SsdSegment> created() {
    int free =
        IntStream.range(1, segments.length())
            .filter(number -> segments.get(number) == null)
            .findFirst()
            .orElse(0);
    if (free == 0) {
      return Optional.empty();
    }
    try {
      SsdSegment segment = new SsdSegment(free, created(path(free)));
      segments.set(free, segment);
      return Optional.of(segment);
    } catch (IOException e) {
      faults.count(Faults.Kind.ALLOCATION, path(free), e);
      return Optional.empty();
    }
  }

  /// A file of a segment's size, at once: one that is shorter has lost something, and was not just
  /// being made when the process was killed.
  private BlockFile created(Path path) throws IOException {
    Path unfinished = folder.resolve(UNFINISHED);
    io.create(unfinished, geometry().segmentSize()).close();
    Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    return io.open(path);
  }

  /// Gives up a segment, of which the index knows nothing, or nothing any more. Its file is
  /// deleted: what is in it must not be back after a restart, since who replaces it leaves no
  /// tombstone.
  void giveUp(SsdSegment segment) {
    segment.sequence(SsdSegment.EMPTY);
    segments.set(segment.number(), null);
    segment.file().close();
    delete(segment.file().path());
  }

  private void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      faults.count(Faults.Kind.DELETION, file, e);
    }
  }

  /// Has the folder started anew next time.
  void forgetAll() {
    delete(folder.resolve("meta"));
  }

  private Path path(int number) {
    return folder.resolve("%s%05d".formatted(SEGMENT, number));
  }

  @Override
  public void close() {
    all().forEach(segment -> segment.file().close());
    try {
      lock.close();
    } catch (IOException e) {
      System.getLogger(SsdTier.class.getName()).log(Level.DEBUG, "lock of " + folder, e);
    }
  }
}
