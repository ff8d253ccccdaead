package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.LogLines;
import dev.millrace.gateway.settings.Settings.ClientLimits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionLimitTest {
  private final AtomicLong time = new AtomicLong();
  private final ConnectionLimit limit =
      new ConnectionLimit("connections", new ClientLimits(3, 2, null), time::get);

  @Test
  void an_address_has_its_share_and_all_together_theirs() {
    assertThat(limit.enter("a")).isTrue();
    assertThat(limit.enter("a")).isTrue();
    assertThat(limit.enter("a")).isFalse();
    assertThat(limit.enter("b")).isTrue();
    assertThat(limit.enter("c")).isFalse();
    limit.refuse("c");
    assertThat(limit.counts(0)).isEqualTo(new ConnectionCounts(3, 1, 0, 0));
    limit.leave("a");
    assertThat(limit.enter("c")).isTrue();
    assertThat(limit.enter("a")).isFalse();
  }

  @Test
  void so_many_at_once_are_let_in_or_none_of_them() {
    assertThat(limit.enter("a", 3)).isFalse();
    assertThat(limit.enter("a", 2)).isTrue();
    assertThat(limit.enter("b", 2)).isFalse();
    limit.leave("a", 2);
    assertThat(limit.enter("b", 2)).isTrue();
  }

  @Test
  void refusals_are_told_once_in_a_while_with_their_number() {
    List<String> told =
        LogLines.of(
            ConnectionLimit.class,
            () -> {
              limit.refuse("a");
              limit.refuse("a");
              time.addAndGet(Duration.ofSeconds(5).toNanos());
              limit.refuse("b");
            });
    assertThat(limit.counts(7)).isEqualTo(new ConnectionCounts(0, 0, 3, 7));
    assertThat(told).hasSize(2);
    assertThat(told.getFirst()).startsWith("connections refused so far: 1, the last from a");
    assertThat(told.getLast()).startsWith("connections refused so far: 3, the last from b");
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.1",
    "2001:db8:1:2:3:4:5:6, 2001:0db8:0001:0002::/64",
    "2001:db8:1:2::7, 2001:0db8:0001:0002::/64",
    "2001:db8:1:3::7, 2001:0db8:0001:0003::/64",
    "::ffff:192.0.2.1, 192.0.2.1",
  })
  void an_address_counts_by_itself_and_one_of_ipv6_by_its_64(String address, String network)
      throws UnknownHostException {
    assertThat(ClientNetwork.of(InetAddress.getByName(address))).isEqualTo(network);
  }
}
