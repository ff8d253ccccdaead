package dev.millrace.bench.s3.link;

import dev.millrace.bench.process.CpuTime;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.PeerJvm;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.link.client.Side;
import dev.millrace.bench.s3.link.probe.FetchingJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;

/// A JVM that downloads for one side and case; it ends when closed.
///
/// @param heap where its heap is, as it says
/// @param start what it had of the machine's memory before it had a client
record FetchJvm(Dialogue dialogue, MatchResult heap, Resident start) implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  static FetchJvm start(Workbench workbench, Side side, URI object, int connections)
      throws IOException, InterruptedException {
    Dialogue dialogue =
        workbench.converse(
            side.word(),
            PeerJvm.command(
                List.of(Resident.TELLING_FLAG),
                FetchingJvm.class,
                side.name(),
                object.toString(),
                Integer.toString(connections)));
    dialogue.ask(FetchingJvm.HELLO);
    MatchResult heap = dialogue.child().awaitOutput(Resident.HEAP, START_LIMIT);
    Resident start = Resident.of(dialogue.child().process().toHandle(), heap);
    return new FetchJvm(dialogue, heap, start);
  }

  /// Downloads into a new file.
  ///
  /// @throws IOException if it fails, as the JVM then does, or the file is not of that size
  Sample fetch(Path file, long size) throws IOException, InterruptedException {
    Duration before = CpuTime.of(process());
    long nanos = Long.parseLong(dialogue.ask(file.toString()));
    Duration used = CpuTime.of(process()).minus(before);
    if (Files.size(file) != size) {
      throw new IOException("%d bytes instead of %d".formatted(Files.size(file), size));
    }
    return new Sample(nanos / NANOS_PER_SECOND, used.toNanos() / NANOS_PER_SECOND);
  }

  /// Of its memory since its start.
  Resident.Growth growth() throws IOException {
    return Resident.of(process(), heap).since(start);
  }

  private ProcessHandle process() {
    return dialogue.child().process().toHandle();
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
