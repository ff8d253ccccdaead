package dev.millrace.bench.s3.probe;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.s3.client.Client;
import dev.millrace.bench.s3.client.Side;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The program of a JVM that one side has to itself: reads lines of milliseconds and a load, and
/// answers each with a line, until no line follows.
///
/// What goes wrong ends it, with the reason as the last line of the error stream.
public final class DownloadingJvm {
  private final Client client;
  private final Path root;
  private final Crew crew = new Crew(Load.MOST_THREADS);
  private final Map<Load, Downloads> loads = new HashMap<>();

  private DownloadingJvm(Client client, Path root) {
    this.client = client;
    this.root = root;
  }

  /// What is to be said for a round of a load.
  public static String question(Load load, long millis) {
    return millis + " " + load.line();
  }

  /// @param arguments the side, and the folder that is served
  static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Whatever else writes there does not answer.
    System.setOut(System.err);
    try {
      Client client = Side.valueOf(arguments[0]).open(Load.MOST_THREADS);
      new DownloadingJvm(client, Path.of(arguments[1])).serve(answers);
      // Some clients have threads that would keep the JVM.
      System.exit(0);
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
      String[] question = line.split(" ", 2);
      Load load = Load.parse(question[1]);
      Downloads downloads = loads.get(load);
      if (downloads == null) {
        downloads = new Downloads(client, root, load, crew);
        loads.put(load, downloads);
      }
      long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(question[0]));
      answers.println(downloads.run(nanos).line());
      answers.flush();
    }
  }
}
