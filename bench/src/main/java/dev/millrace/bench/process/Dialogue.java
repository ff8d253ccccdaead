package dev.millrace.bench.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// A program that answers each line with a line.
///
/// Not safe for use by several threads at once.
public final class Dialogue implements AutoCloseable {
  private final Child child;
  private final BufferedWriter questions;
  private final BufferedReader answers;

  Dialogue(Child child) {
    this.child = child;
    questions = child.process().outputWriter(StandardCharsets.UTF_8);
    answers = child.process().inputReader(StandardCharsets.UTF_8);
  }

  public Child child() {
    return child;
  }

  /// Says a line and waits for the answer.
  ///
  /// @throws IOException if the program ends instead, with the last words of its log
  public String ask(String line) throws IOException, InterruptedException {
    String answer = null;
    try {
      questions.write(line);
      questions.newLine();
      questions.flush();
      answer = answers.readLine();
    } catch (IOException _) {
      // Nobody is there to listen, which is told below.
    }
    if (answer == null) {
      throw child.ended(child.process().waitFor());
    }
    return answer;
  }

  /// Says that no question follows, which ends the program, and waits for that.
  @Override
  public void close() throws IOException {
    questions.close();
    answers.close();
  }
}
