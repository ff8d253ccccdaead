package dev.millrace.guides;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Where a server runs until Ctrl-C.
final class Terminal implements AutoCloseable {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final Process process;
  private final StringBuilder output = new StringBuilder();
  private boolean ended;

  /// @param server prints both its streams to one
  Terminal(ProcessBuilder server) throws IOException {
    process = server.start();
    Thread.ofVirtual().name("terminal").start(this::read);
  }

  private void read() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        append(line + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      end();
    }
  }

  private synchronized void append(String line) {
    output.append(line);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /// Returns once the server has printed that.
  synchronized void await(Printed printed) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_NANOS;
    while (!printed.begins(output.toString())) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (ended || left <= 0) {
        throw new AssertionError("expected:\n" + printed + "\nbut it said:\n" + output);
      }
      wait(left);
    }
  }

  synchronized String output() {
    return output.toString();
  }

  /// Ends what runs there as Ctrl-C does, and waits until it has ended.
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroy);
    all.forEach(each -> each.onExit().orTimeout(30, TimeUnit.SECONDS).join());
  }
}
