package dev.millrace.bench.store.memory.probe;

import dev.millrace.bench.store.memory.side.Contender;
import dev.millrace.bench.store.memory.side.Shape;
import dev.millrace.bench.store.memory.side.Side;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// The program of a JVM that one cache has to itself: fills it, then reads lines of a number of
/// threads and of milliseconds, and answers each with a [Throughput], until no line follows.
///
/// What goes wrong ends it, with the reason as the last line of the error stream.
public final class MeasuredJvm {
  private MeasuredJvm() {}

  /// What is to be said for a round.
  public static String question(int threads, long millis) {
    return threads + " " + millis;
  }

  /// @param arguments the side, the entries, and the length of their values
  static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Whatever else writes there does not answer.
    System.setOut(System.err);
    Shape shape = new Shape(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    try (Contender<?> cache = Side.valueOf(arguments[0]).open(shape)) {
      serve(Workload.of(cache, shape), answers);
    } catch (Exception | LinkageError | AssertionError | OutOfMemoryError e) {
      e.printStackTrace();
      System.err.println(e);
      System.exit(1);
    }
  }

  private static void serve(Workload<?> workload, PrintStream answers)
      throws IOException, InterruptedException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      String[] question = line.split(" ", 2);
      answers.println(
          workload.run(Integer.parseInt(question[0]), Long.parseLong(question[1])).line());
      answers.flush();
    }
  }
}
