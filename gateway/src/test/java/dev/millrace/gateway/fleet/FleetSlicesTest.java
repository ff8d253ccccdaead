package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.millrace.gateway.TestGateway;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Who of a fleet gets which slice from where.
@Timeout(60)
class FleetSlicesTest {
  private static final int SLICE = 64 << 10;
  private static final int SLICES = 20;
  private static final int SIZE = SLICES * SLICE - 17;
  private static final String[] SMALL_SLICES = {"slice-size", "64KiB"};

  @TempDir private Path folder;
  private CountingOrigin origin;

  @BeforeEach
  void start_the_origin() throws Exception {
    origin = new CountingOrigin(SIZE);
  }

  @AfterEach
  void stop_the_origin() throws Exception {
    origin.close();
  }

  @Test
  void the_origin_sees_each_slice_once_whichever_nodes_are_asked() throws Exception {
    try (TestFleet fleet = fleet(4, 1)) {
      for (String key : List.of("a", "b", "c")) {
        for (TestGateway gateway : fleet.gateways()) {
          assertRight(gateway, key);
        }
      }
      assertThat(origin.fetches()).doesNotHaveDuplicates().hasSize(3 * SLICES);
    }
  }

  @Test
  void a_thousand_clients_on_all_nodes_that_miss_cause_one_request() throws Exception {
    CountDownLatch held = origin.hold();
    try (TestFleet fleet = fleet(3, 0);
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < 999; i++) {
        TestGateway gateway = fleet.gateways().get(i % 3);
        answers.add(clients.submit(() -> gateway.get("/mill/k", "Range", "bytes=0-9")));
      }
      // All clients, and the two nodes that have asked the owner.
      while (waitingForSlices() < 999 + 2) {
        LockSupport.parkNanos(20_000_000);
      }
      assertThat(origin.fetches()).hasSize(1);
      held.countDown();
      for (Future<HttpResponse<byte[]>> answer : answers) {
        assertThat(answer.get().body()).startsWith(origin.bytes("k")[0]).hasSize(10);
      }
      assertThat(origin.fetches()).hasSize(1);
    }
  }

  /// How many threads of this process, virtual ones too, wait for a slice that is on its way.
  private long waitingForSlices() throws IOException {
    Path threads = folder.resolve("threads");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(threads.toString(), ThreadDumpFormat.TEXT_PLAIN);
    try (Stream<String> lines = Files.lines(threads)) {
      return lines.filter(line -> line.contains("slice.FetchedSlice.await(")).count();
    } finally {
      Files.delete(threads);
    }
  }

  @Test
  void while_an_owner_is_gone_the_auxiliary_tier_has_its_slices() throws Exception {
    try (TestFleet fleet = fleet(2, 2)) {
      fleet.stop("gw-2");
      for (String key : List.of("a", "b", "c")) {
        for (TestGateway gateway : fleet.gateways()) {
          assertRight(gateway, key);
        }
      }
      assertThat(origin.fetches()).doesNotHaveDuplicates().hasSize(3 * SLICES);
    }
  }

  @Test
  void a_node_that_is_left_alone_gets_all_from_the_origin() throws Exception {
    try (TestFleet fleet = new TestFleet(folder, origin, 3, 1)) {
      assertRight(fleet.start("gw-2", SMALL_SLICES), "a");
      assertThat(origin.fetches()).doesNotHaveDuplicates().hasSize(SLICES);
    }
  }

  @Test
  void a_node_that_was_gone_is_asked_again_once_it_answers() throws Exception {
    try (TestFleet fleet = new TestFleet(folder, origin, 2, 0)) {
      TestGateway here = fleet.start("gw-1", SMALL_SLICES);
      assertRight(here, "a");
      TestGateway there = fleet.start("gw-2", SMALL_SLICES);
      fleet.awaitAnswers("gw-1");
      String key = fleet.keyOf("gw-2", "k");
      assertThat(here.get("/mill/" + key, "Range", "bytes=0-9").statusCode()).isEqualTo(206);
      int fetched = origin.fetches().size();
      assertThat(there.get("/mill/" + key, "Range", "bytes=0-9").statusCode()).isEqualTo(206);
      // The rest of the slice may still be on its way there.
      there.logged(line -> line.matches(".*/mill/" + key + "\" .* (memory|flight)"));
      assertThat(origin.fetches()).hasSize(fetched);
    }
  }

  @Test
  void nodes_that_slice_otherwise_answer_right_each_by_itself() throws Exception {
    try (TestFleet fleet = new TestFleet(folder, origin, 2, 0)) {
      fleet.start("gw-1", "slice-size", "64KiB");
      fleet.start("gw-2", "slice-size", "128KiB");
      fleet.awaitAnswers("gw-1");
      for (String key : List.of("a", "b")) {
        for (TestGateway gateway : fleet.gateways()) {
          assertRight(gateway, key);
        }
      }
      assertThat(fleet.report("gw-1"))
          .contains("  refuses slices: ", "Slices have 131072 bytes here (slice-size), not 65536.");
    }
  }

  @Test
  void what_is_fetched_from_its_owner_a_third_time_within_a_minute_is_kept() throws Exception {
    try (TestFleet fleet = fleet(2, 0)) {
      String key = fleet.keyOf("gw-1", "k");
      TestGateway asked = fleet.gateway("gw-2");
      List<String> sources = new ArrayList<>();
      for (int i = 0; sources.size() < 4; i++) {
        // The client may have its answer before the flight has landed.
        String source = sourceOf(asked, key, i);
        if (!source.equals("flight")) {
          sources.add(source);
        }
      }
      assertThat(sources).containsExactly("peer", "peer", "peer", "memory");
      assertThat(origin.fetches()).hasSize(1);
    }
  }

  /// Where the first bytes of an object came from, in a request that no other is like.
  private static String sourceOf(TestGateway gateway, String key, int number) throws Exception {
    assertThat(gateway.get("/mill/" + key, "Range", "bytes=0-" + number).body())
        .hasSize(number + 1);
    String line = gateway.logged(each -> each.contains(" " + (number + 1) + "B "));
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  @Test
  void an_object_that_changed_is_answered_in_its_new_version() throws Exception {
    try (TestFleet fleet = fleet(3, 0, "facts-time-to-live", "0s")) {
      fleet.gateways().forEach(gateway -> assertRight(gateway, "a"));
      List<String> ofFirst = origin.fetches();
      assertThat(ofFirst).doesNotHaveDuplicates().hasSize(SLICES);
      origin.change();
      fleet.gateways().forEach(gateway -> assertRight(gateway, "a"));
      List<String> all = origin.fetches();
      assertThat(all.subList(SLICES, all.size())).containsExactlyInAnyOrderElementsOf(ofFirst);
    }
  }

  @Test
  void a_node_that_believes_in_an_old_version_learns_of_the_new_one() throws Exception {
    try (TestFleet fleet = fleet(2, 0, "facts-time-to-live", "1h")) {
      String key = fleet.keyOf("gw-2", "k");
      TestGateway asked = fleet.gateway("gw-1");
      assertThat(asked.send("HEAD", "/mill/" + key).statusCode()).isEqualTo(200);
      origin.change();
      assertRight(asked, key);
    }
  }

  @Test
  void nodes_that_take_each_other_for_the_owner_do_not_wait_for_each_other() throws Exception {
    CountDownLatch held = origin.hold();
    try (TestFleet fleet = new TestFleet(folder, origin, 2, 0);
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      // Each has a list without itself in the main tier: whatever is asked, the other has it.
      String list = fleet.members().toString();
      for (String node : List.of("gw-1", "gw-2")) {
        Files.writeString(fleet.list(), list.replaceAll("(?m)^(" + node + " .*)$", "$1 auxiliary"));
        fleet.start(node, SMALL_SLICES);
      }
      List<Future<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (TestGateway gateway : fleet.gateways()) {
        answers.add(clients.submit(() -> gateway.get("/mill/a")));
      }
      held.countDown();
      for (Future<HttpResponse<byte[]>> answer : answers) {
        assertThat(answer.get().body()).isEqualTo(origin.bytes("a"));
      }
    }
  }

  private TestFleet fleet(int main, int auxiliary, String... more) throws Exception {
    List<String> flags = new ArrayList<>(List.of(SMALL_SLICES));
    // However busy this machine is, nobody is taken for gone who is there.
    flags.addAll(List.of("fleet-timeout", "30s"));
    flags.addAll(List.of(more));
    return new TestFleet(folder, origin, main, auxiliary).startAll(flags.toArray(String[]::new));
  }

  private void assertRight(TestGateway gateway, String key) {
    try {
      HttpResponse<byte[]> answer = gateway.get("/mill/" + key);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(origin.bytes(key));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
