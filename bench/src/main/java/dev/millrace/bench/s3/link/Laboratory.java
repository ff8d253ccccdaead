package dev.millrace.bench.s3.link;

import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.link.client.Side;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// Where sides download in turns, each in a JVM that it has for one case.
record Laboratory(Workbench workbench, Link link, Content content, Pace pace) {
  /// What one case yielded.
  ///
  /// @param growth of the JVM of each side
  record Findings(Rounds<Side, Sample> rounds, Map<Side, Resident.Growth> growth) {}

  /// Lets each side download once and looks at the bytes, then times them.
  Findings measure(LinkCase one) throws IOException, InterruptedException {
    Map<Side, FetchJvm> jvms = new EnumMap<>(Side.class);
    try {
      URI object = Origin.object(link, one.upload());
      for (Side side : one.sides()) {
        FetchJvm jvm = FetchJvm.start(workbench, side, object, one.connections());
        jvms.put(side, jvm);
        check(side, jvm);
      }
      Rounds<Side, Sample> rounds =
          Rounds.interleaved(
              pace.rounds(one),
              one.sides(),
              side -> sample(Objects.requireNonNull(jvms.get(side))));
      Map<Side, Resident.Growth> growth = new EnumMap<>(Side.class);
      for (Map.Entry<Side, FetchJvm> jvm : jvms.entrySet()) {
        growth.put(jvm.getKey(), jvm.getValue().growth());
      }
      return new Findings(rounds, growth);
    } finally {
      for (FetchJvm jvm : jvms.values()) {
        jvm.close();
      }
    }
  }

  private void check(Side side, FetchJvm jvm) throws IOException, InterruptedException {
    Path file = file();
    jvm.fetch(file, content.size());
    if (!Content.of(file).equals(content)) {
      throw new IOException("%s has other bytes than the object".formatted(side.word()));
    }
    Files.delete(file);
  }

  private Sample sample(FetchJvm jvm) throws IOException, InterruptedException {
    Path file = file();
    Sample sample = jvm.fetch(file, content.size());
    Files.delete(file);
    return sample;
  }

  private Path file() {
    return workbench.folder().resolve("downloaded");
  }
}
