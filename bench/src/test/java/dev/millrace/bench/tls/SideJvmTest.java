package dev.millrace.bench.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.tls.probe.Answer;
import dev.millrace.bench.tls.probe.Buffers;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Groups;
import dev.millrace.bench.tls.side.Identity;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Suite;
import dev.millrace.bench.tls.side.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class SideJvmTest {
  private static final Duration ONE_ROUND = Duration.ofMillis(1);

  @ParameterizedTest
  @EnumSource(Side.class)
  void every_side_answers(Side side) throws Exception {
    assumeTrue(side.isForThisPlatform(), side + " has no library for this platform");
    try (Workbench workbench = Workbench.open()) {
      Identity.create(workbench.folder());
      try (SideJvm jvm = SideJvm.start(workbench, "side", side, null)) {
        for (Kind kind : Kind.values()) {
          Answer answer = jvm.measure(Load.Handshake.of(kind, Groups.X25519), ONE_ROUND);
          assertThat(answer.figure(Answer.RATE)).isPositive();
          assertThat(answer.figure(Answer.BYTES)).isPositive();
        }
        for (Suite suite : List.of(Suite.AES_256_GCM, Suite.CHACHA20)) {
          Load bulk = new Load.Bulk(Version.TLS_1_2, suite, Buffers.DIRECT);
          assertThat(jvm.measure(bulk, ONE_ROUND).figure(Load.Bulk.GIGABYTES)).isPositive();
        }
      }
    }
  }

  @Test
  void a_profile_leaves_a_small_recording_where_one_is_wanted(@TempDir Path recordings)
      throws Exception {
    try (Workbench workbench = Workbench.open()) {
      Identity.create(workbench.folder());
      try (SideJvm jvm = SideJvm.start(workbench, "side", Side.MILLRACE, recordings)) {
        jvm.measure(new Load.CloseProfile(Kind.RESUMED_13), Duration.ofMillis(500));
        jvm.measure(new Load.CloseProfile(Kind.RESUMED_13), ONE_ROUND);
      }
    }
    Path recording = recordings.resolve("millrace-1.3-resumed.jfr");
    assertThat(RecordingFile.readAllEvents(recording)).isNotEmpty();
    assertThat(Files.size(recording)).isLessThan(1 << 20);
  }

  @Test
  void what_fails_in_the_jvm_is_told() throws Exception {
    try (Workbench workbench = Workbench.open();
        SideJvm jvm = SideJvm.start(workbench, "side", Side.SUNJSSE, null)) {
      assertThatThrownBy(
              () -> jvm.measure(Load.Handshake.of(Kind.FULL_13, Groups.X25519), ONE_ROUND))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("ECDSA.p12");
    }
  }
}
