package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Members;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

class RegistrationTest {
  @Test
  void who_leaves_before_there_is_a_list_is_not_on_the_first_that_follows_from_before()
      throws Exception {
    try (var fleet = new TestFleet();
        CuratorFramework client = fleet.raw()) {
      var registration = new Registration(client, TestFleet.node(1), _ -> {});
      SharedValue<Members> ofNode = list(client);
      SharedValue<Members> ofCoordinator = list(client);
      registration.enter();
      assertThat(registration.renew(ofNode)).isFalse();
      assertThat(registration.renew(ofNode)).isTrue();
      ofCoordinator.refresh();
      registration.leave();
      assertThat(registration.renew(ofNode)).isTrue();
      registration.awaitDeparture(Duration.ofMinutes(10));
      assertThat(client.getChildren().forPath("/nodes")).isEmpty();
      assertThat(ofCoordinator.replace(new Members(1, TestFleet.nodes(1, 1)))).isFalse();
      ofCoordinator.refresh();
      assertThat(ofCoordinator.newest()).isEqualTo(new Members(1, List.of()));
    }
  }

  private static SharedValue<Members> list(CuratorFramework client) {
    return new SharedValue<>(client, "/members", new MembersFormat(), _ -> {}, _ -> {});
  }
}
