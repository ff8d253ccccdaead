package dev.millrace.bench.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.bench.process.Program;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.Door.Connection;
import dev.millrace.bench.s3.Door.Scheme;
import dev.millrace.bench.s3.client.Side;
import dev.millrace.bench.s3.probe.Batch;
import dev.millrace.bench.s3.probe.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each side's client, in its JVM, against nginx: the JVM itself compares the bytes.
@Timeout(120)
class ClientJvmTest {
  private static final Duration ONE_DOWNLOAD = Duration.ZERO;
  private static final int THREADS = 3;

  private static @Nullable Workbench workbench;
  private static @Nullable Origin origin;

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> nginx = Program.find("nginx");
    if (nginx.isEmpty()) {
      abort("nginx, which objects are downloaded from, is not installed");
      return;
    }
    workbench = Workbench.open();
    origin = Origin.start(workbench, nginx.get());
  }

  @AfterAll
  static void stop() {
    if (workbench != null) {
      workbench.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void every_side_downloads_the_bytes_of_the_object_through_every_door(Side side) throws Exception {
    try (ClientJvm jvm = start(side)) {
      for (Scheme scheme : Scheme.values()) {
        for (Connection connection : Connection.values()) {
          Load load = load(ObjectSize.MEDIUM, scheme, connection);
          Batch batch = jvm.download(load, ONE_DOWNLOAD);
          assertThat(batch.count()).isEqualTo(THREADS);
          assertThat(batch.medianMicros()).isPositive();
        }
      }
    }
  }

  @Test
  void what_fails_in_the_jvm_is_told() throws Exception {
    Load load = load(ObjectSize.SMALL, Scheme.HTTP, Connection.KEEP);
    Load nothing = new Load(load.object().resolve("/objects/nothing"), 1);
    try (ClientJvm jvm = start(Side.BARE)) {
      assertThatThrownBy(() -> jvm.download(nothing, ONE_DOWNLOAD))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nothing");
    }
  }

  private static ClientJvm start(Side side) throws IOException {
    return ClientJvm.start(present(workbench), side, present(origin));
  }

  private static Load load(ObjectSize size, Scheme scheme, Connection connection) {
    return present(origin).load(new DownloadCase(size, new Door(scheme, connection), THREADS));
  }

  private static <T> T present(@Nullable T started) {
    return Optional.ofNullable(started).orElseThrow();
  }
}
