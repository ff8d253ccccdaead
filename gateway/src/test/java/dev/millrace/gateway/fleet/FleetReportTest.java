package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.Routes;
import dev.millrace.fleet.Tier;
import dev.millrace.fleet.ticket.TicketKeySet;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetReportTest {
  private static final Pattern SHARE = Pattern.compile("(?m)^(\\S+) .* ([\\d.]+) %");
  private static final Node SELF = Node.of("gw-1", "10.0.0.1", 8444);
  private static final Node AUXILIARY = new Node("a", "2001:db8::2", 8444, Tier.AUXILIARY, 0.5);

  @Test
  void it_is_a_table_in_which_each_tier_has_all_keys() {
    assertThat(report(7, SELF, AUXILIARY).text("version 3", "no ZooKeeper"))
        .isEqualTo(
            """
            2 nodes, epoch 7, as gw-1 sees them
            NODE  ADDRESS             TIER       WEIGHT  SHARE    HEALTH
            a     [2001:db8::2]:8444  auxiliary  0.5     100.0 %  not gw-1
            gw-1  10.0.0.1:8444       main       1.0     100.0 %  gw-1
            ticket keys: version 3
            trouble: no ZooKeeper
            """);
  }

  @Test
  void one_node_is_one_node_and_ticket_keys_need_not_be_shared() {
    assertThat(report(1, SELF).text(null, null))
        .startsWith("1 node, epoch 1, as gw-1 sees them\n")
        .endsWith("\nno ticket keys are shared\n");
  }

  @Test
  void before_the_list_is_known_there_are_no_nodes() {
    assertThat(report(0).text(null, "not connected"))
        .isEqualTo(
            """
            0 nodes, epoch 0, as gw-1 sees them
            NODE  ADDRESS  TIER  WEIGHT  SHARE  HEALTH
            no ticket keys are shared
            trouble: not connected
            """);
  }

  @Test
  void shares_are_as_weights() {
    String text =
        report(
                1,
                SELF,
                new Node("gw-2", "10.0.0.2", 8444, Tier.MAIN, 3),
                new Node("aux-1", "10.0.0.3", 8444, Tier.AUXILIARY, 2),
                new Node("aux-2", "10.0.0.4", 8444, Tier.AUXILIARY, 2))
            .text(null, null);
    Map<String, Double> shares =
        SHARE
            .matcher(text)
            .results()
            .collect(Collectors.toMap(row -> row.group(1), FleetReportTest::share));
    assertThat(shares).containsOnlyKeys("gw-1", "gw-2", "aux-1", "aux-2");
    assertThat(shares.get("gw-1")).isCloseTo(25, within(1.0));
    assertThat(shares.get("gw-2")).isCloseTo(75, within(1.0));
    assertThat(shares.get("aux-1")).isCloseTo(50, within(1.0));
    assertThat(shares.get("aux-2")).isCloseTo(50, within(1.0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0s|version 1, made 0s ago, the next in 12h 0m",
        "2h13m|version 1, made 2h 13m ago, the next in 9h 47m",
        "11h59m15s|version 1, made 11h 59m ago, the next in 45s",
        "12h|version 1, made 12h 0m ago, the next is due",
        "23h59m|version 1, made 23h 59m ago, the next is due",
        "24h|version 1 is too old; handshakes are full",
        // The clock of the node that made them is ahead of this one's.
        "-3s|version 1, made 0s ago, the next in 12h 0m"
      })
  void ticket_keys_have_an_age(String age, String text) {
    Instant made = Instant.parse("2026-11-23T12:00:00Z");
    TicketKeySet keys = TicketKeySet.first(new SecureRandom(), made, Duration.ofHours(12));
    assertThat(FleetReport.ageOf(keys, made.plus(Duration.parse("PT" + age)))).isEqualTo(text);
  }

  @Test
  void without_ticket_keys_handshakes_are_full() {
    assertThat(FleetReport.ageOf(null, Instant.EPOCH))
        .isEqualTo("none could be had; handshakes are full");
  }

  private static FleetReport report(long epoch, Node... nodes) {
    return new FleetReport(
        new Routes(new Members(epoch, List.of(nodes))),
        SELF,
        node -> node.equals(SELF) ? "gw-1" : "not gw-1");
  }

  private static double share(MatchResult row) {
    return Double.parseDouble(row.group(2));
  }
}
