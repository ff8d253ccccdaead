package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.TestGateway;
import dev.millrace.gateway.upkeep.PurgeReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a purge on one node of a fleet does to the others.
@Timeout(60)
class FleetPurgeTest {
  private static final int SLICE = 64 << 10;
  private static final int SLICES = 5;
  private static final String KEY = "a/ä%2F?&k";
  private static final String PATH = "/mill/a/%C3%A4%252F%3F&k";
  private static final String[] SETTINGS = {
    "slice-size", "64KiB", "fleet-timeout", "30s", "facts-time-to-live", "1h"
  };

  @TempDir private Path folder;
  private CountingOrigin origin;

  @BeforeEach
  void start_the_origin() throws Exception {
    origin = new CountingOrigin(SLICES * SLICE);
  }

  @AfterEach
  void stop_the_origin() throws Exception {
    origin.close();
  }

  private static void read(TestGateway gateway, String path) throws Exception {
    assertThat(gateway.get(path).body()).hasSize(SLICES * SLICE);
  }

  @Test
  void all_nodes_purge_and_the_origin_sees_each_slice_once_more() throws Exception {
    try (TestFleet fleet = new TestFleet(folder, origin, 2, 1).startAll(SETTINGS)) {
      for (String prefix : List.of("", "a/")) {
        for (TestGateway gateway : fleet.gateways()) {
          read(gateway, PATH);
        }
        int before = origin.fetches().size();
        PurgeReport report =
            prefix.isEmpty()
                ? fleet.gateway("aux-1").purging().object(KEY)
                : fleet.gateway("gw-1").purging().prefix(prefix);
        assertThat(report.failures()).isEmpty();
        assertThat(report.nodes()).isEqualTo(3);
        for (TestGateway gateway : fleet.gateways()) {
          read(gateway, PATH);
        }
        List<String> all = origin.fetches();
        assertThat(all.subList(before, all.size())).doesNotHaveDuplicates().hasSize(SLICES);
      }
    }
  }

  @Test
  void facts_are_purged_on_all_nodes() throws Exception {
    try (TestFleet fleet = new TestFleet(folder, origin, 2, 0).startAll(SETTINGS)) {
      for (TestGateway gateway : fleet.gateways()) {
        read(gateway, "/mill/k");
      }
      origin.change();
      fleet.gateway("gw-1").purging().everything();
      for (TestGateway gateway : fleet.gateways()) {
        assertThat(gateway.get("/mill/k").body()).isEqualTo(origin.bytes("k"));
      }
    }
  }

  @Test
  void a_node_that_cannot_be_reached_is_named() throws Exception {
    try (TestFleet fleet = new TestFleet(folder, origin, 3, 0).startAll(SETTINGS)) {
      fleet.stop("gw-3");
      PurgeReport report = fleet.gateway("gw-1").purging().object("k");
      assertThat(report.nodes()).isEqualTo(2);
      assertThat(report.isComplete()).isFalse();
      assertThat(report.failures()).containsOnlyKeys("gw-3");
    }
  }

  @Test
  void whatever_goes_wrong_a_node_that_was_not_told_is_named() {
    Map<String, String> failures =
        Fleet.failures(
            List.of(Node.of("gw-1", "h", 1), Node.of("gw-2", "h", 2)),
            node -> {
              if (node.port() == 2) {
                throw new IllegalStateException("for the test");
              }
              return null;
            });
    assertThat(failures).containsOnlyKeys("gw-2");
  }

  @Test
  void a_node_that_has_not_heard_of_a_purge_gives_nothing_old_to_one_that_has() throws Exception {
    try (TestFleet fleet = new TestFleet(folder, origin, 2, 0)) {
      String both = fleet.members().toString();
      TestGateway there = fleet.start("gw-2", SETTINGS);
      Files.writeString(fleet.list(), both.replaceAll("(?m)^gw-2 .*\n?", ""));
      TestGateway here = fleet.start("gw-1", SETTINGS);
      String key = fleet.keyOf("gw-2", "k");
      read(there, "/mill/" + key);
      assertThat(here.purging().object(key).nodes()).isEqualTo(1);

      Files.writeString(fleet.list(), both.replaceFirst("epoch 1", "epoch 2"));
      while (!fleet.report("gw-1").contains("epoch 2")
          || !fleet.report("gw-2").contains("epoch 2")) {
        LockSupport.parkNanos(20_000_000);
      }
      fleet.awaitAnswers("gw-1");
      int before = origin.fetches().size();
      assertThat(here.get("/mill/" + key, "Range", "bytes=0-9").body()).hasSize(10);
      assertThat(origin.fetches()).hasSize(before + 1);
      // Fetched by the owner for both, it is in its memory.
      assertThat(here.get("/mill/" + key, "Range", "bytes=10-19").body()).hasSize(10);
      assertThat(origin.fetches()).hasSize(before + 1);
    }
  }
}
