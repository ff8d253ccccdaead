package dev.millrace.gateway.slice;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.origin.ObjectName;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// The file of what was purged, for slices on an SSD that are there again after a restart.
///
/// ```
/// a1b2c3d4 1795000000000 1795000000000 object mill logs%2Ftoday
/// 0f1e2d3c 1795000000001 1795000000001 prefix mill tmp%2F
/// 4b5a6978 1795000000002 1795000000002 everything
/// ```
///
/// A line has the CRC-32C of what comes after it, the generation, the time, and what was purged,
/// percent-encoded. It is on the device when [#append] returns. What a crash leaves of a last line
/// was never promised to anybody, and is passed over; any other line that is not whole is damage.
/// So nothing is added to a file that this process has not made anew, or has failed to add to.
///
/// One thread at a time.
final class PurgeLog {
  /// Beyond which the file is made anew, without what is outdated by now.
  private static final int MOST_LINES = 4 * Generations.MOST_OBJECTS;

  private final Path file;
  private int lines = MOST_LINES;

  /// What the file has.
  record Contents(List<Generations.Entry> entries, boolean isDamaged) {}

  /// @param file in a folder of its own, with those of other stores
  PurgeLog(Path file) {
    this.file = file;
  }

  /// Deletes files beside this one that nobody has written to since `then`.
  void deleteOthersFrom(Instant then) throws IOException {
    if (!Files.isDirectory(folder())) {
      return;
    }
    try (Stream<Path> beside = Files.list(folder())) {
      for (Path other : beside.filter(each -> !each.equals(file)).toList()) {
        if (Files.getLastModifiedTime(other).compareTo(FileTime.from(then)) < 0) {
          Files.deleteIfExists(other);
        }
      }
    }
  }

  boolean exists() {
    return Files.exists(file);
  }

  Contents read() throws IOException {
    String text = Files.readString(file, ISO_8859_1);
    List<Generations.Entry> entries = new ArrayList<>();
    int end = text.lastIndexOf('\n') + 1;
    List<String> whole = text.substring(0, end).lines().toList();
    for (String line : whole) {
      try {
        entries.add(entry(line));
      } catch (IllegalArgumentException _) {
        boolean isLast = entries.size() == whole.size() - 1 && end == text.length();
        return new Contents(entries, !isLast);
      }
    }
    return new Contents(entries, false);
  }

  /// Whether the file can be added to; else it is to be replaced.
  boolean takesMore() {
    return lines < MOST_LINES;
  }

  void append(Generations.Entry entry) throws IOException {
    int before = lines;
    lines = MOST_LINES;
    write(file, line(entry), StandardOpenOption.APPEND);
    lines = before + 1;
  }

  /// Makes these all that the file has, or fails and leaves it as it is.
  void replace(List<Generations.Entry> entries) throws IOException {
    Files.createDirectories(
        folder(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    StringBuilder text = new StringBuilder();
    entries.forEach(entry -> text.append(line(entry)));
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    write(fresh, text.toString(), StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(folder(), StandardOpenOption.READ)) {
      folder.force(true);
    }
    lines = entries.size();
  }

  private Path folder() {
    return Objects.requireNonNull(file.getParent());
  }

  private static void write(Path file, String text, StandardOpenOption... how) throws IOException {
    List<StandardOpenOption> options = new ArrayList<>(List.of(how));
    options.add(StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options.toArray(StandardOpenOption[]::new))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static String line(Generations.Entry entry) {
    String what =
        switch (entry.purge()) {
          case Purge.OfObject(ObjectName(String bucket, String key)) ->
              "object " + encoded(bucket) + " " + encoded(key);
          case Purge.OfPrefix(String bucket, String prefix) ->
              "prefix " + encoded(bucket) + " " + encoded(prefix);
          case Purge.OfEverything _ -> "everything";
        };
    String text = entry.generation() + " " + entry.at() + " " + what;
    return checksum(text) + " " + text + "\n";
  }

  /// @throws IllegalArgumentException if the line is not whole
  private static Generations.Entry entry(String line) {
    String[] parts = line.split(" ", -1);
    if (parts.length < 4
        || line.length() < 9
        || !line.equals(checksum(line.substring(9)) + line.substring(8))) {
      throw new IllegalArgumentException(line);
    }
    Purge purge =
        switch (parts[3]) {
          case "object" -> new Purge.OfObject(new ObjectName(decoded(parts[4]), decoded(parts[5])));
          case "prefix" -> new Purge.OfPrefix(decoded(parts[4]), decoded(parts[5]));
          case "everything" -> new Purge.OfEverything();
          default -> throw new IllegalArgumentException(line);
        };
    return new Generations.Entry(purge, Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  private static String checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(UTF_8));
    return "%08x".formatted(crc.getValue());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }
}
