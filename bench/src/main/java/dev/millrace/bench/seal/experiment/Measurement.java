package dev.millrace.bench.seal.experiment;

import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.harness.Spread;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// What sealing the tables alone saves on some content, and what it costs.
///
/// @param bytes how many bytes the content has
/// @param compressed how many bytes it has when compressed
/// @param tables how many of those are tables, which are all that is encrypted
/// @param blocks how many blocks it is compressed to
/// @param nanosPerByte processor time of each work, in nanoseconds for each byte of the content
public record Measurement(
    int bytes, int compressed, int tables, int blocks, Map<Work, Spread> nanosPerByte) {

  /// What is measured.
  public enum Work {
    /// Compression alone.
    COMPRESS,
    /// AES-128-GCM over what was compressed, alone.
    ENCRYPT_ALL,
    /// Taking what was compressed apart into tables and tokens, alone.
    TAKE_APART,
    /// Compression, and encryption of all that comes of it.
    COMPRESS_AND_ENCRYPT_ALL,
    /// Compression, taking apart, and encryption of the tables.
    COMPRESS_AND_ENCRYPT_TABLES
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final SecretKey KEY = new SecretKeySpec(new byte[16], "AES");

  /// Measures all works in turns, after one turn that does not count. For one thread.
  ///
  /// @param rounds how often each is measured, at least 1
  /// @param time the least processor time of one round
  public static Measurement of(byte[] content, int rounds, Duration time)
      throws IOException, InterruptedException {
    byte[] deflated = TableSealing.deflated(content);
    List<Block> blocks = TableSealing.takenApart(deflated);
    Function<Work, Task> tasks = work -> task(work, content, deflated);
    List<Work> works = List.of(Work.values());
    Rounds.interleaved(1, works, work -> nanos(tasks.apply(work), time));
    Rounds<Work, Double> measured =
        Rounds.interleaved(rounds, works, work -> nanos(tasks.apply(work), time));
    int size = Math.max(content.length, 1);
    return new Measurement(
        content.length,
        deflated.length,
        blocks.stream().mapToInt(block -> block.tables().bytes().length).sum(),
        blocks.size(),
        Stream.of(Work.values())
            .collect(
                Collectors.toMap(
                    Function.identity(), work -> measured.spread(work, nanos -> nanos / size))));
  }

  /// Something to measure.
  @FunctionalInterface
  private interface Task {
    void run() throws GeneralSecurityException;
  }

  private static Task task(Work work, byte[] content, byte[] deflated) {
    return switch (work) {
      case COMPRESS -> () -> TableSealing.deflated(content);
      case ENCRYPT_ALL -> () -> TableSealing.encrypted(deflated, KEY);
      case TAKE_APART -> () -> TableSealing.takenApart(deflated);
      case COMPRESS_AND_ENCRYPT_ALL ->
          () -> TableSealing.encrypted(TableSealing.deflated(content), KEY);
      case COMPRESS_AND_ENCRYPT_TABLES -> () -> TableSealing.seal(content, KEY);
    };
  }

  /// Processor time of one run of a task, in nanoseconds.
  private static double nanos(Task task, Duration time) throws IOException {
    long begin = THREADS.getCurrentThreadCpuTime();
    long end = begin;
    int runs = 0;
    try {
      while (runs == 0 || end - begin < time.toNanos()) {
        task.run();
        runs++;
        end = THREADS.getCurrentThreadCpuTime();
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    return (double) (end - begin) / runs;
  }

  /// The share of the compressed bytes that is encrypted, from 0 to 1.
  public double encryptedShare() {
    return (double) tables / compressed;
  }

  /// The share of all time that encrypting everything takes, from 0 to 1: no scheme can save more.
  public double mostToSave() {
    return median(Work.ENCRYPT_ALL) / (median(Work.COMPRESS) + median(Work.ENCRYPT_ALL));
  }

  /// How long one of the works took, in nanoseconds for each byte of the content.
  public Spread of(Work work) {
    return Objects.requireNonNull(nanosPerByte.get(work));
  }

  private double median(Work work) {
    return of(work).median();
  }
}
