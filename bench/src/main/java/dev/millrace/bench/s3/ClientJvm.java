package dev.millrace.bench.s3;

import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.PeerJvm;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.client.Side;
import dev.millrace.bench.s3.probe.Batch;
import dev.millrace.bench.s3.probe.DownloadingJvm;
import dev.millrace.bench.s3.probe.Load;
import java.io.IOException;
import java.time.Duration;

/// A JVM that downloads for one side, started on the class path; it ends when closed.
record ClientJvm(Dialogue dialogue) implements AutoCloseable {
  static ClientJvm start(Workbench workbench, Side side, Origin origin) throws IOException {
    return new ClientJvm(
        workbench.converse(
            side.word(),
            PeerJvm.command(
                origin.trust(), DownloadingJvm.class, side.name(), origin.root().toString())));
  }

  /// One round of a load.
  ///
  /// @throws IOException if it fails, as the JVM then does
  Batch download(Load load, Duration length) throws IOException, InterruptedException {
    return Batch.parse(dialogue.ask(DownloadingJvm.question(load, length.toMillis())));
  }

  ProcessHandle process() {
    return dialogue.child().process().toHandle();
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
