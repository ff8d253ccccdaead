package dev.millrace.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeTest {
  @Property(tries = 500, seed = "1")
  void a_node_is_read_from_its_text(@ForAll("nodes") Node node) {
    assertThat(Node.parse(node.toString())).isEqualTo(node);
  }

  @Test
  void what_is_usual_is_left_out() {
    Node usual = Node.of("gw-1", "10.0.0.1", 8444);

    assertThat(usual).isEqualTo(new Node("gw-1", "10.0.0.1", 8444, Tier.MAIN, 1));
    assertThat(usual).hasToString("gw-1 10.0.0.1:8444");
    assertThat(new Node("gw-3", "b.example", 1, Tier.AUXILIARY, 1))
        .hasToString("gw-3 b.example:1 auxiliary");
    assertThat(new Node("gw-2", "b.example", 65535, Tier.MAIN, 2))
        .hasToString("gw-2 b.example:65535 main 2.0");
  }

  @Test
  void an_ipv6_address_stands_in_brackets() {
    Node node = Node.parse(" gw-2\t[2001:db8::2]:8444  auxiliary 2.5 ");

    assertThat(node).isEqualTo(new Node("gw-2", "2001:db8::2", 8444, Tier.AUXILIARY, 2.5));
    assertThat(node.address()).isEqualTo("[2001:db8::2]:8444");
    assertThat(node).hasToString("gw-2 [2001:db8::2]:8444 auxiliary 2.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                         | a node has a name and an address",
        "gw-1                       | a node has a name and an address",
        "gw-1 h:1 main 1 more       | \"more\" is one word too many",
        "-gw h:1                    | \"-gw\" cannot be the name",
        "gw/1 h:1                   | \"gw/1\" cannot be the name",
        "gw-1 h                     | \"h\" is not of the form HOST:PORT",
        "gw-1 h:                    | \"h:\" is not of the form HOST:PORT",
        "gw-1 :1                    | \":1\" is not of the form HOST:PORT",
        "gw-1 h:-1                  | \"h:-1\" is not of the form HOST:PORT",
        "gw-1 h:+1                  | \"h:+1\" is not of the form HOST:PORT",
        "gw-1 h:123456              | \"h:123456\" is not of the form HOST:PORT",
        "gw-1 h:99999999999999999999| is not of the form HOST:PORT",
        "gw-1 h:٣                   | is not of the form HOST:PORT",
        "gw-1 2001:db8::2:8444      | is not of the form HOST:PORT",
        "gw-1 []:1                  | \"[]\" is no host",
        "gw-1 [::1]1                | is not of the form HOST:PORT",
        "gw-1 [g::1]:1              | \"g::1\" is no host",
        "gw-1 [[::1]]:1             | \"[::1]\" is no host",
        "gw-1 http://h:1            | is not of the form HOST:PORT",
        "gw-1 user@h:1              | \"user@h\" is no host",
        "gw-1 gw_1:1                | \"gw_1\" is no host that a URL can have",
        "gw-1 a..b:1                | \"a..b\" is no host that a URL can have",
        "gw-1 [:::]:1               | \":::\" is no host that a URL can have",
        "gw-1 h:0                   | 0 is no port from 1 to 65535",
        "gw-1 h:65536               | 65536 is no port from 1 to 65535",
        "gw-1 h:70000               | 70000 is no port from 1 to 65535",
        "gw-1 h:99999               | 99999 is no port from 1 to 65535",
        "gw-1 h:1 2.0               | \"2.0\" is neither main nor auxiliary",
        "gw-1 h:1 MAIN              | \"MAIN\" is neither main nor auxiliary",
        "gw-1 h:1 main heavy        | \"heavy\" is no weight",
        "gw-1 h:1 main 1,5          | \"1,5\" is no weight",
        "gw-1 h:1 main 0            | the weight 0.0 is not one from 0.01 to 100.0",
        "gw-1 h:1 main -1           | the weight -1.0 is not one from",
        "gw-1 h:1 main 0.009        | the weight 0.009 is not one from",
        "gw-1 h:1 main 100.1        | the weight 100.1 is not one from",
        "gw-1 h:1 main NaN          | the weight NaN is not one from",
        "gw-1 h:1 main 1e999        | the weight Infinity is not one from",
      })
  void what_is_wrong_is_told(String text, String reason) {
    assertThatThrownBy(() -> Node.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {63, 64})
  void a_name_has_at_most_63_characters(int length) {
    String name = "n".repeat(length);
    Throwable thrown = catchThrowable(() -> Node.of(name, "h", 1));

    assertThat(thrown == null).isEqualTo(length <= 63);
  }

  @Property(tries = 1000, seed = "2")
  void any_text_is_a_node_or_refused(@ForAll("texts") String text) {
    Throwable thrown = catchThrowable(() -> Node.parse(text));
    if (thrown == null) {
      Node node = Node.parse(text);
      assertThat(Node.parse(node.toString())).isEqualTo(node);
    } else {
      assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%s h:1", "gw-1 %s", "gw-1 %s:1", "gw-1 h:1 %s", "gw-1 h:1 main %s", "a b c d %s"})
  void what_is_shown_of_a_wrong_text_is_short_and_nothing_that_a_terminal_obeys(String form) {
    String hostile = "\u001B[2J\u0085\u202E\u2028" + "y".repeat(1_000_000);
    Throwable thrown = catchThrowable(() -> Node.parse(form.formatted(hostile)));

    assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
    assertThat(thrown.getMessage()).contains("?[2J???y").hasSizeLessThan(200);
  }

  @Provide
  static Arbitrary<String> texts() {
    Arbitrary<String> words =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(20),
            Arbitraries.strings().withChars("gw-1.:[]0123456789").ofMaxLength(12),
            Arbitraries.of("main", "auxiliary", "h:1", "[::1]:99999", "1e999", "NaN", "0x1p3"));
    return words.list().ofMaxSize(6).map(all -> String.join(" ", all));
  }

  @Provide
  static Arbitrary<Node> nodes() {
    Arbitrary<String> names = Arbitraries.strings().withChars("aZ09._-").ofMaxLength(62);
    Arbitrary<String> hosts =
        Arbitraries.oneOf(
            Arbitraries.strings()
                .withChars("aZ09-")
                .ofMaxLength(60)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(labels ->
                    labels.stream()
                        .map(label -> "h" + label + "t")
                        .collect(Collectors.joining("."))),
            Arbitraries.integers().between(0, 255).list().ofSize(4).map(NodeTest::dotted),
            Arbitraries.of("::", "::1", "2001:db8::2", "::ffff:10.0.0.1", "FE80::A"));
    return Combinators.combine(
            names.map(name -> "n" + name),
            hosts,
            Arbitraries.integers().between(1, 65_535),
            Arbitraries.of(Tier.class),
            Arbitraries.doubles().between(0.01, 100).ofScale(9).edgeCases(c -> c.add(1.0)))
        .as(Node::new);
  }

  private static String dotted(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining("."));
  }
}
