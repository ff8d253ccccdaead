package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.fleet.CountingOrigin;
import dev.millrace.gateway.fleet.TestFleet;
import dev.millrace.gateway.upkeep.WarmUp;
import dev.millrace.gateway.upkeep.WarmUpReport;
import dev.millrace.gateway.upkeep.WarmUpReport.State;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WarmUpTest {
  private static final int SLICE = 64 << 10;
  private static final int SIZE = 2 * SLICE + 17;

  @TempDir private Path folder;

  private void store(String prefix, int objects, int size) throws IOException {
    byte[] bytes = new byte[size];
    new Random(1).nextBytes(bytes);
    Files.createDirectories(folder.resolve("origin").resolve(prefix));
    for (int i = 0; i < objects; i++) {
      Files.write(folder.resolve("origin").resolve(prefix + i), bytes);
    }
  }

  private TestGateway gateway(String... more) throws IOException {
    String[] flags = {"slice-size", "64KiB", "memory-size", "32MiB"};
    return TestGateway.serving(
        folder.resolve("origin"),
        Stream.of(flags, more).flatMap(Arrays::stream).toArray(String[]::new));
  }

  /// Where the gateway has an object from, by its log.
  private static String source(TestGateway gateway, String key) throws Exception {
    assertThat(gateway.get("/mill/" + key).statusCode()).isEqualTo(200);
    String line = gateway.logged(each -> each.contains("\"GET /mill/" + key + "\" 200"));
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  @Test
  void all_below_a_prefix_is_in_memory_before_anybody_asks() throws Exception {
    store("a/", 40, SIZE);
    store("b/", 1, SIZE);
    try (TestGateway gateway = gateway()) {
      WarmUpReport report = gateway.warmingUp().prefix("a/").await();
      assertThat(report.state()).isEqualTo(State.DONE);
      assertThat(report.objects()).isEqualTo(40);
      assertThat(report.bytes()).isEqualTo(40L * SIZE);
      assertThat(report.failures()).isEmpty();
      for (int i = 0; i < 40; i++) {
        assertThat(source(gateway, "a/" + i)).isNotEqualTo("origin");
      }
      assertThat(source(gateway, "b/0")).isEqualTo("origin");
    }
  }

  @Test
  void what_fails_is_told_and_does_not_stop_the_rest() throws Exception {
    store("a/", 2, 0);
    try (TestGateway gateway = gateway()) {
      WarmUpReport report =
          gateway.warmingUp().objects(List.of("a/0", "missing", "../x", "a/1")).await();
      assertThat(report.objects()).isEqualTo(2);
      assertThat(report.failed()).isEqualTo(2);
      assertThat(report.failures()).containsOnlyKeys("missing", "../x");
      assertThat(report.state()).isEqualTo(State.DONE);
    }
  }

  @Test
  void a_listing_of_many_pages_is_followed_to_its_end() throws Exception {
    store("many/", 2_500, 1);
    try (TestGateway gateway = gateway()) {
      assertThat(gateway.warmingUp().prefix("many/").await().objects()).isEqualTo(2_500);
    }
  }

  @Test
  void a_listing_that_breaks_off_is_told_and_what_was_listed_is_fetched() throws Exception {
    CountDownLatch broken = new CountDownLatch(1);
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> answerListing(head, client, broken));
        TestGateway gateway =
            TestGateway.inFrontOf(
                origin.endpoint(),
                Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret"),
                "attempts",
                "1")) {
      WarmUpReport report = gateway.warmingUp().prefix("").await();
      assertThat(report.failures()).containsOnlyKeys("");
      assertThat(report.objects()).isEqualTo(1);
      assertThat(report.bytes()).isEqualTo(3);
    }
  }

  /// Lists one object, fails to list what comes after it, and gives its bytes only then.
  private static void answerListing(String head, Socket client, CountDownLatch broken)
      throws IOException, InterruptedException {
    String facts = "ETag: \"1\"\r\nLast-Modified: Sat, 21 Nov 2026 11:10:00 GMT";
    if (head.contains("continuation-token")) {
      ScriptedServer.write(client, "", "HTTP/1.1 500 Failed", "Content-Length: 0");
      broken.countDown();
    } else if (head.contains("list-type")) {
      String page =
          "<ListBucketResult><IsTruncated>true</IsTruncated>"
              + "<NextContinuationToken>2</NextContinuationToken><Contents><Key>k</Key><Size>3</Size>"
              + "<LastModified>2026-11-21T11:10:00Z</LastModified></Contents></ListBucketResult>";
      ScriptedServer.write(client, page, "HTTP/1.1 200 OK", "Content-Length: " + page.length());
    } else if (head.startsWith("GET")) {
      ScriptedServer.write(
          client,
          "abc",
          "HTTP/1.1 206 Partial Content",
          "Content-Length: 3",
          "Content-Range: bytes 0-2/3",
          facts);
    } else if (head.startsWith("HEAD /mill/k")) {
      broken.await();
      ScriptedServer.write(client, "", "HTTP/1.1 200 OK", "Content-Length: 3", facts);
    } else {
      ScriptedServer.write(client, "", "HTTP/1.1 200 OK", "Content-Length: 0");
    }
  }

  @Test
  void no_more_is_fetched_than_there_is_room_for() throws Exception {
    store("a/", 40, SIZE);
    store("huge/", 1, 10 << 20);
    try (TestGateway gateway = gateway("memory-size", "2MiB")) {
      WarmUpReport huge = gateway.warmingUp().objects(List.of("huge/0", "a/0")).await();
      assertThat(huge.leftOut()).isEqualTo(1);
      assertThat(huge.objects()).isEqualTo(1);
      WarmUpReport report = gateway.warmingUp().prefix("a/").await();
      assertThat(report.bytes()).isBetween(1L << 20, 2L << 20);
      assertThat(report.objects()).isLessThan(40);
      assertThat(report.failed()).isZero();
    }
  }

  @Test
  void with_an_ssd_what_leaves_memory_is_there() throws Exception {
    store("a/", 100, SIZE);
    try (TestGateway gateway =
        gateway("memory-size", "2MiB", "ssd-folder", folder.resolve("ssd").toString())) {
      WarmUpReport report = gateway.warmingUp().prefix("a/").await();
      assertThat(report.objects()).isEqualTo(100);
      List<String> sources = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        sources.add(source(gateway, "a/" + i));
      }
      assertThat(sources).contains("ssd");
    }
  }

  @Test
  void one_that_is_cancelled_comes_to_an_end() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(10 * SLICE);
        TestFleet fleet = new TestFleet(folder, origin, 1, 0)) {
      TestGateway gateway = fleet.start("gw-1", "slice-size", "64KiB", "origin-fetches", "8");
      origin.hold();
      WarmUp warmUp =
          gateway.warmingUp().objects(IntStream.range(0, 50).mapToObj(i -> "k" + i).toList());
      while (origin.fetches().size() < 2) {
        Thread.onSpinWait();
      }
      // Of eight that may be fetched at the same time, two are left to a warm-up.
      assertThat(origin.fetches()).hasSize(2);
      assertThat(warmUp.report().state()).isEqualTo(State.UNDER_WAY);
      warmUp.cancel();
      WarmUpReport report = warmUp.await();
      assertThat(report.state()).isEqualTo(State.CANCELLED);
      assertThat(report.objects()).isZero();
      assertThat(report.failed()).isZero();
    }
  }

  @Test
  void a_gateway_that_stops_ends_it() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(10 * SLICE);
        TestFleet fleet = new TestFleet(folder, origin, 1, 0)) {
      origin.hold();
      WarmUp warmUp = fleet.start("gw-1").warmingUp().objects(List.of("k"));
      fleet.stop("gw-1");
      assertThat(warmUp.await().state()).isEqualTo(State.CANCELLED);
    }
  }

  @Test
  void in_a_fleet_each_slice_goes_to_its_owner_and_the_origin_sees_it_once() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(10 * SLICE);
        TestFleet fleet =
            new TestFleet(folder, origin, 2, 0)
                .startAll("slice-size", "64KiB", "fleet-timeout", "30s")) {
      assertThat(fleet.gateway("gw-1").warmingUp().objects(List.of("a", "b")).await().bytes())
          .isEqualTo(2L * 10 * SLICE);
      assertThat(origin.fetches()).doesNotHaveDuplicates().hasSize(20);
      for (TestGateway node : fleet.gateways()) {
        assertThat(node.get("/mill/a").body()).hasSize(10 * SLICE);
        assertThat(node.get("/mill/b").body()).hasSize(10 * SLICE);
      }
      assertThat(origin.fetches()).hasSize(20);
    }
  }
}
