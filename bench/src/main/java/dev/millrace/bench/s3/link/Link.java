package dev.millrace.bench.s3.link;

import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.CpuTime;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.link.proxy.ProxyJvm;
import dev.millrace.bench.s3.link.proxy.Terms;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A server as it is seen from afar: through a proxy in a JVM of its own, which ends when closed.
///
/// @param port where on loopback it is to be found
record Link(Dialogue dialogue, int port) implements AutoCloseable {
  static final Terms TERMS = new Terms(Duration.ofMillis(10), 50_000_000);

  static Link to(Workbench workbench, String name, int server)
      throws IOException, InterruptedException {
    Dialogue dialogue =
        workbench.converse(
            name,
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:+UseSerialGC",
                "-cp",
                ClassPath.own(),
                ProxyJvm.class.getName(),
                Integer.toString(server),
                Long.toString(TimeUnit.NANOSECONDS.toMicros(TERMS.oneWay().toNanos())),
                Long.toString(TERMS.bytesPerSecond())));
    return new Link(dialogue, Integer.parseInt(dialogue.ask("port")));
  }

  /// The processor time that it has used.
  Duration cpuTime() throws IOException {
    return CpuTime.of(dialogue.child().process().toHandle());
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
