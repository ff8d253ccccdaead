package dev.millrace.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Tier;
import org.junit.jupiter.api.Test;

class MembershipModelTest {
  @Test
  void a_ping_and_its_answer_have_32_bytes() {
    assertThat(new MembershipModel(1, 100, 30).heartbeats()).isEqualTo(new Traffic(2, 32));
    assertThat(new MembershipModel(50, 100, 30).heartbeats()).isEqualTo(new Traffic(100, 1600));
  }

  @Test
  void each_node_more_is_told_of_the_change_and_fetches_the_list() {
    Traffic few = new MembershipModel(10, 1_000, 30).join();
    Traffic more = new MembershipModel(11, 1_000, 30).join();

    assertThat(more.messages() - few.messages()).isEqualTo(3);
    assertThat(more.bytes() - few.bytes()).isGreaterThan(1_000).isLessThan(1_300);
  }

  @Test
  void a_list_that_is_longer_goes_to_every_node_and_to_the_servers_once() {
    Traffic shorter = new MembershipModel(10, 1_000, 30).join();
    Traffic longer = new MembershipModel(10, 1_001, 30).join();

    // Once more to the newcomer, who asks before it is on the list.
    assertThat(longer.bytes() - shorter.bytes()).isEqualTo(10 + 1 + 1);
    assertThat(longer.messages()).isEqualTo(shorter.messages());
  }

  @Test
  void all_leave_and_join_once_as_all_restart() {
    MembershipModel model = new MembershipModel(18, 600, 30);

    assertThat(model.rollingRestart().messages())
        .isEqualTo(18 * (model.join().messages() + model.leave().messages()));
    assertThat(model.rollingRestart().bytes())
        .isEqualTo(18 * (model.join().bytes() + model.leave().bytes()));
  }

  @Test
  void lengths_are_those_of_the_text_that_is_shared() {
    MembershipModel model = MembershipModel.of(Fleet.of(Tier.MAIN, 2).members());

    assertThat(model)
        .isEqualTo(
            new MembershipModel(
                2,
                "epoch 1\ngateway-0000 10.0.0.0:8444\ngateway-0001 10.0.0.1:8444\n".length(),
                "gateway-0000 10.0.0.0:8444\n".length()));
  }
}
