package dev.millrace.bench.s3.link.probe;

import dev.millrace.bench.s3.link.client.FileDownload;
import dev.millrace.bench.s3.link.client.Side;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The program of a JVM that one side has to itself: answers [#HELLO], before it has a client, and
/// then each name of a file with the nanoseconds that the download into it took, until no line
/// follows.
///
/// What goes wrong ends it, with the reason as the last line of the error stream.
public final class FetchingJvm {
  /// What is to be said first.
  public static final String HELLO = "hello";

  private FetchingJvm() {}

  /// @param arguments the side, the object, and how many connections there are
  static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Whatever else writes there does not answer.
    System.setOut(System.err);
    try {
      BufferedReader questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      questions.readLine();
      answer(answers, HELLO);
      serve(
          Side.valueOf(arguments[0]).open(URI.create(arguments[1]), Integer.parseInt(arguments[2])),
          questions,
          answers);
      // Some clients have threads that would keep the JVM.
      System.exit(0);
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      System.err.println(e);
      System.exit(1);
    }
  }

  private static void serve(FileDownload download, BufferedReader questions, PrintStream answers)
      throws IOException {
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      Path file = Path.of(line);
      long before = System.nanoTime();
      download.to(file);
      answer(answers, Long.toString(System.nanoTime() - before));
    }
  }

  private static void answer(PrintStream answers, String line) {
    answers.println(line);
    answers.flush();
  }
}
