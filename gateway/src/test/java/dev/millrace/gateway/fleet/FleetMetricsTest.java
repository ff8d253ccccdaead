package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.Scrape;
import dev.millrace.gateway.TestGateway;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a node tells of its fleet, and of what goes between nodes.
@Timeout(60)
class FleetMetricsTest {
  @TempDir Path folder;

  private static Scrape scrape(TestGateway node) throws Exception {
    return Scrape.of(node.admin("GET", "/metrics").body());
  }

  @Test
  void a_node_tells_of_the_others_and_of_what_they_ask() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(1000);
        TestFleet fleet = new TestFleet(folder, origin, 2, 1).startAll("admin-port", "0")) {
      String key = fleet.keyOf("gw-2", "k");
      assertThat(fleet.gateway("gw-1").get("/mill/" + key).statusCode()).isEqualTo(200);
      fleet.gateway("gw-1").logged(line -> line.contains(key));

      Scrape asker = scrape(fleet.gateway("gw-1"));
      assertThat(asker.value("millrace_fleet_epoch")).isEqualTo(1);
      assertThat(asker.value("millrace_fleet_members")).isEqualTo(3);
      assertThat(asker.value("millrace_fleet_members", "state", "self")).isEqualTo(1);
      assertThat(asker.value("millrace_fleet_members", "state", "answers")).isEqualTo(2);
      assertThat(asker.value("millrace_fleet_share_ratio")).isEqualTo(0.5, Offset.offset(0.05));
      assertThat(asker.value("millrace_requests_total", "source", "peer")).isEqualTo(1);
      assertThat(asker.value("millrace_origin_requests_total", "question", "slice")).isZero();

      Scrape owner = scrape(fleet.gateway("gw-2"));
      assertThat(owner.value("millrace_origin_requests_total", "question", "slice")).isEqualTo(1);
      assertThat(owner.value("millrace_requests_total")).isZero();
      assertThat(owner.value("millrace_slice_lookups_total")).isZero();
      assertThat(owner.value("millrace_fleet_slice_lookups_total", "result", "miss")).isEqualTo(1);
    }
  }
}
