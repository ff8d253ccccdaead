package dev.millrace.bench.store.ssd.probe;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.IoBuffer;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.io.IoConfig.BufferClass;
import dev.millrace.store.io.IoConfig.EngineChoice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// The program of a JVM with one engine: reads lines, and answers each with a line, until no line
/// follows.
///
/// What goes wrong ends it, with the reason as the last line of the error stream.
public final class ReadingJvm {
  /// Asks for what works.
  public static final String FACTS = "facts";

  private static final String FILL = "fill ";
  private static final int MEBIBYTE = 1 << 20;

  private final BlockIo io;
  private final Path path;

  private ReadingJvm(BlockIo io, Path path) {
    this.io = io;
    this.path = path;
  }

  /// What is to be said for a round of a load; the answer is how many reads there were, and the
  /// nanoseconds.
  public static String question(Load load, long millis) {
    return millis + " " + load.line();
  }

  /// What is to be said for the file to be made.
  public static String fill(long bytes) {
    return FILL + bytes;
  }

  /// Starts with one engine on one file.
  ///
  /// @param arguments the engine, the number of queues, and the file
  static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Whatever else writes there does not answer.
    System.setOut(System.err);
    int queues = Integer.parseInt(arguments[1]);
    IoConfig config =
        IoConfig.defaults()
            .withEngine(EngineChoice.valueOf(arguments[0]))
            .withQueues(queues)
            .withBuffers(
                List.of(
                    new BufferClass(BlockFile.BLOCK, Load.MOST_DEPTH * queues),
                    new BufferClass(MEBIBYTE, Load.MOST_DEPTH * queues)));
    try (BlockIo io = BlockIo.open(config)) {
      new ReadingJvm(io, Path.of(arguments[2])).serve(answers);
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      System.err.println(e);
      System.exit(1);
    }
  }

  private void serve(PrintStream answers) throws IOException, InterruptedException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      answers.println(answer(line));
      answers.flush();
    }
  }

  private String answer(String line) throws IOException, InterruptedException {
    if (line.equals(FACTS)) {
      return io.engine().name() + ": " + String.join(", ", io.engine().features());
    }
    if (line.startsWith(FILL)) {
      return create(Long.parseLong(line.substring(FILL.length())));
    }
    String[] question = line.split(" ", 2);
    long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(question[0]));
    try (BlockFile file = io.open(path)) {
      long begin = System.nanoTime();
      long count = new Readers(io, file).run(Load.parse(question[1]), nanos);
      return count + " " + (System.nanoTime() - begin);
    }
  }

  /// Real bytes, since a device may know blocks of zeros without looking.
  ///
  /// @return what the file system refused, if anything
  private String create(long bytes) throws IOException, InterruptedException {
    try (BlockFile file = io.create(path, bytes);
        IoBuffer buffer = io.acquire(MEBIBYTE)) {
      byte[] random = new byte[MEBIBYTE];
      for (long position = 0; position < bytes; position += MEBIBYTE) {
        ThreadLocalRandom.current().nextBytes(random);
        MemorySegment.copy(MemorySegment.ofArray(random), 0, buffer.memory(), 0, MEBIBYTE);
        file.write(position, buffer, MEBIBYTE);
      }
      file.force();
      return String.join("; ", file.compromises());
    }
  }
}
