package dev.millrace.bench.growth.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MeteredFleetTest {
  private static final Pattern COUNTERS = Pattern.compile("Received: (\\d+)\\s+Sent: (\\d+)");

  @Test
  void what_is_counted_as_nodes_join_and_leave_is_what_the_server_has_counted() throws Exception {
    try (Workbench workbench = Workbench.open();
        MeteredFleet fleet = MeteredFleet.start(workbench, null)) {
      Traffic few = fleet.join(3);
      Traffic fourth = fleet.join(4);
      Traffic left = fleet.leave();

      assertThat(fourth.messages()).isBetween(left.messages(), few.messages());
      // A ping and its answer may be under way for each node.
      assertThat(fleet.meter().all().messages())
          .isCloseTo(countedBy(fleet.meter().server()), within(2 * 4L));
    }
  }

  @Test
  void a_rotation_reaches_every_node() throws Exception {
    try (Workbench workbench = Workbench.open();
        MeteredFleet fleet = MeteredFleet.start(workbench, Duration.ofSeconds(1))) {
      Traffic _ = fleet.join(3);
      Traffic _ = fleet.rotation();

      // The coordinator looks and writes; each node is told and looks; all but it fetch.
      assertThat(fleet.rotation().messages()).isGreaterThanOrEqualTo(2 * 2 + 3 * (1 + 2) + 2 * 2);
    }
  }

  private static long countedBy(int server) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server)) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher counters = COUNTERS.matcher(answer);
      assertThat(counters.find()).isTrue();
      return Long.parseLong(counters.group(1)) + Long.parseLong(counters.group(2));
    }
  }
}
