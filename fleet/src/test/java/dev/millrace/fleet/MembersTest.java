package dev.millrace.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MembersTest {
  private static final Node ONE = Node.of("gw-1", "10.0.0.1", 8444);
  private static final Node TWO = new Node("gw-2", "10.0.0.2", 8444, Tier.MAIN, 2);
  private static final Node THREE = new Node("gw-3", "10.0.0.3", 8444, Tier.AUXILIARY, 1);

  @Property(tries = 200, seed = "1")
  void a_list_is_read_from_its_text(
      @ForAll @LongRange(min = 0) long epoch, @ForAll("fleets") List<Node> nodes) {
    Members members = new Members(epoch, nodes);

    assertThat(Members.parse(members.toString())).isEqualTo(members);
    assertThat(members.nodes()).containsExactlyInAnyOrderElementsOf(nodes);
  }

  @Test
  void a_list_is_read_as_documented() {
    String text =
        """
        # the fleet of the west

        epoch 7
        gw-3 10.0.0.3:8444 auxiliary
          # drained: gw-4 10.0.0.4:8444
        gw-1 10.0.0.1:8444
        \tgw-2 10.0.0.2:8444 main 2.0
        """;
    for (String lines : List.of(text, text.replace("\n", "\r\n"), text.strip())) {
      assertThat(Members.parse(lines)).isEqualTo(new Members(7, List.of(ONE, TWO, THREE)));
    }
  }

  @Test
  void nodes_are_in_the_order_of_their_names_and_found_by_them_and_by_tier() {
    Members members = new Members(7, List.of(THREE, TWO, ONE));

    assertThat(members.nodes()).containsExactly(ONE, TWO, THREE);
    assertThat(members.of(Tier.MAIN)).containsExactly(ONE, TWO);
    assertThat(members.of(Tier.AUXILIARY)).containsExactly(THREE);
    assertThat(members.named("gw-2")).contains(TWO);
    assertThat(members.named("gw-4")).isEmpty();
    assertThat(members)
        .hasToString(
            """
            epoch 7
            gw-1 10.0.0.1:8444
            gw-2 10.0.0.2:8444 main 2.0
            gw-3 10.0.0.3:8444 auxiliary
            """);
  }

  @Test
  void there_may_be_no_nodes() {
    assertThat(Members.none()).isEqualTo(new Members(0, List.of()));
    assertThat(Members.parse("epoch 0")).isEqualTo(Members.none());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "seven                      | \"seven\" is not of the form epoch NUMBER",
        "epoch                      | \"epoch\" is not of the form epoch NUMBER",
        "epoch -1                   | \"epoch -1\" is not of the form epoch NUMBER",
        "epoch 7.0                  | \"epoch 7.0\" is not of the form epoch NUMBER",
        "epoch 7 8                  | \"epoch 7 8\" is not of the form epoch NUMBER",
        "epoch 9223372036854775808  | \"epoch 9223372036854775808\" is not of the form",
        "gw-1 10.0.0.1:8444         | \"gw-1 10.0.0.1:8444\" is not of the form epoch NUMBER",
      })
  void a_line_that_is_no_epoch_is_told_by_its_number(String line, String reason) {
    assertThatThrownBy(() -> Members.parse("# the fleet\n\n" + line + "\ngw-2 h:1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 3: " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gw-1                       | a node has a name and an address",
        "epoch 8                    | \"8\" is not of the form HOST:PORT",
        "gw/1 h:1                   | \"gw/1\" cannot be the name of a node",
        "gw-1 h:70000               | 70000 is no port",
        "gw-1 h:99999               | 99999 is no port",
        "gw-1 h:1 spare             | \"spare\" is neither main nor auxiliary",
        "gw-1 h:1 main NaN          | the weight NaN is not one",
        "gw-1 h:1 main 1e999        | the weight Infinity is not one",
        "gw-1 h:1 main 1 # a remark | \"remark\" is one word too many",
      })
  void a_line_that_is_no_node_is_told_by_its_number(String line, String reason) {
    assertThatThrownBy(() -> Members.parse("epoch 7\n# the fleet\n\n" + line + "\ngw-2 h:1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 4: " + reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gw-1 10.0.0.9:8444", "gw-9 10.0.0.1:8444", "gw-1 10.0.0.1:8444 auxiliary"})
  void two_nodes_of_one_name_or_one_address_are_refused(String second) {
    assertThatThrownBy(() -> Members.parse("epoch 7\ngw-1 10.0.0.1:8444\n" + second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Node.parse(second).name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# epoch 7", "\r"})
  void there_must_be_an_epoch(String text) {
    assertThatThrownBy(() -> Members.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no line \"epoch NUMBER\"");
    assertThatThrownBy(() -> new Members(-1, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 1000, seed = "2")
  void any_text_is_a_list_or_refused(@ForAll("texts") String text) {
    Throwable thrown = catchThrowable(() -> Members.parse(text));
    if (thrown == null) {
      Members members = Members.parse(text);
      assertThat(Members.parse(members.toString())).isEqualTo(members);
    } else {
      assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void what_is_shown_of_a_wrong_text_is_short_and_nothing_that_a_terminal_obeys() {
    String hostile = "\u001B[2J\u0000\u202E\u2028" + "y".repeat(1_000_000);
    for (String text : List.of(hostile, "epoch 7\n" + hostile + " h:1")) {
      Throwable thrown = catchThrowable(() -> Members.parse(text));
      assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
      assertThat(thrown.getMessage()).contains("?[2J???y").hasSizeLessThan(200);
    }
  }

  @Provide
  static Arbitrary<String> texts() {
    Arbitrary<String> lines =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(30),
            NodeTest.texts(),
            NodeTest.nodes().map(Node::toString),
            Arbitraries.longs().map(epoch -> "epoch " + epoch));
    return lines
        .list()
        .ofMaxSize(6)
        .map(all -> "epoch 1\n".repeat(all.size() % 2) + String.join("\n", all));
  }

  @Provide
  static Arbitrary<List<Node>> fleets() {
    return NodeTest.nodes()
        .list()
        .ofMaxSize(20)
        .uniqueElements(Node::name)
        .uniqueElements(Node::address);
  }
}
