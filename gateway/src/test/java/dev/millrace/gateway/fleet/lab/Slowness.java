package dev.millrace.gateway.fleet.lab;

import java.io.IOException;

/// Lets a process run a tenth of the time only, in turns of a tenth of a second.
final class Slowness implements AutoCloseable {
  private static final String TURNS =
      "while kill -STOP $0; do sleep 0.09; kill -CONT $0; sleep 0.01; done";

  private final long pid;
  private final Process turns;

  Slowness(long pid) throws IOException {
    this.pid = pid;
    this.turns = new ProcessBuilder("sh", "-c", TURNS, String.valueOf(pid)).start();
  }

  @Override
  public void close() throws IOException {
    turns.destroyForcibly().onExit().join();
    new ProcessBuilder("kill", "-CONT", String.valueOf(pid)).start().onExit().join();
  }
}
