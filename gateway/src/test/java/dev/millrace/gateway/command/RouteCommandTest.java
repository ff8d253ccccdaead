package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RouteCommandTest {
  private static final String REASON =
      "A score is WEIGHT / -ln(DRAW), where the DRAW between 0 and 1 is a hash of the tier, the"
          + " slice and the node's name. The highest has the slice.\n";

  @TempDir private Path folder;
  private Path list;

  @BeforeEach
  void list_a_fleet() throws IOException {
    list =
        Files.writeString(
            folder.resolve("members"),
            """
            epoch 7
            gw-1 10.0.0.1:8444
            gw-2 10.0.0.2:8444 main 2.0
            gw-10 [2001:db8::a]:8444
            aux-1 10.0.0.4:8444 auxiliary
            aux-2 10.0.0.5:8444 auxiliary
            """);
  }

  @Test
  void the_nodes_of_a_slice_are_printed_with_their_scores() {
    assertThat(route("--members", list.toString(), "wheat").out())
        .isEqualTo(
            """
            mill/wheat#0, epoch 7
                1  gw-1   10.0.0.1:8444       weight 1.0    score     2.956  owner
                2  gw-2   10.0.0.2:8444       weight 2.0    score     1.377
                3  gw-10  [2001:db8::a]:8444  weight 1.0    score     0.444
              while the owner is not available:
                1  aux-1  10.0.0.4:8444  weight 1.0    score     1.488  fallback
                2  aux-2  10.0.0.5:8444  weight 1.0    score     0.373
            """
                + REASON);
  }

  @Test
  void without_an_auxiliary_tier_the_second_is_the_fallback() throws IOException {
    Files.writeString(list, "epoch 1\ngw-1 10.0.0.1:8444\ngw-2 10.0.0.2:8444\ngw-3 h:8444\n");
    assertThat(route("--members", list.toString(), "wheat").out())
        .isEqualTo(
            """
            mill/wheat#0, epoch 1
                1  gw-1  10.0.0.1:8444  weight 1.0    score     2.956  owner
                2  gw-2  10.0.0.2:8444  weight 1.0    score     0.689  fallback
                3  gw-3  h:8444         weight 1.0    score     0.150
            """
                + REASON);
  }

  @Test
  void every_key_and_every_slice_has_its_own() {
    String out = route("--members", list.toString(), "--slice", "3", "wheat", "a b/c").out();
    assertThat(out).containsSubsequence("mill/wheat#3, epoch 7\n", "mill/a b/c#3, epoch 7\n");
    assertThat(out.lines().filter(line -> line.endsWith("  owner"))).hasSize(2);
    assertThat(out.lines().filter(line -> line.endsWith("  fallback"))).hasSize(2);
    assertThat(out).endsWith(REASON).containsOnlyOnce(REASON);
  }

  @Test
  void the_list_of_the_settings_is_taken_where_no_other_is_named() throws IOException {
    Path any = Files.writeString(folder.resolve("any.pem"), "any");
    List<String> line = new ArrayList<>(List.of("wheat", "--fleet-members", list.toString()));
    line.addAll(List.of("--fleet-node", "elsewhere"));
    for (String pem : List.of("--fleet-certificate", "--fleet-key", "--fleet-ca")) {
      line.addAll(List.of(pem, any.toString()));
    }
    assertThat(route(line.toArray(String[]::new)))
        .isEqualTo(route("--members", list.toString(), "wheat"));
  }

  @Test
  void a_list_that_is_named_is_taken_whatever_else_is_set_of_a_fleet() {
    assertThat(route("wheat", "--members", list.toString(), "--fleet-members", list.toString()))
        .isEqualTo(route("--members", list.toString(), "wheat"));
  }

  @Test
  void without_a_list_the_remedy_is_told() {
    assertThat(route("wheat").failure())
        .isEqualTo(
            "these settings are of no fleet; give --members FILE, or the settings of a node");
  }

  @Test
  void a_list_that_cannot_be_read_is_told_with_its_file() throws IOException {
    Path missing = folder.resolve("missing");
    assertThat(route("wheat", "--members", missing.toString()).failure())
        .isEqualTo("there is no file " + missing + " with a list of nodes");
    assertThat(route("wheat", "--members", folder.toString()).failure())
        .startsWith("the list of the fleet cannot be read: ");
    Files.writeString(list, "epoch 1\ngw-1 nowhere\n");
    assertThat(route("wheat", "--members", list.toString()).failure())
        .isEqualTo(
            "the list of the fleet cannot be read: "
                + list
                + ", line 2: \"nowhere\" is not of the form HOST:PORT");
  }

  @Test
  void what_makes_no_sense_is_told() {
    assertThat(route("wheat", "--members", list.toString(), "--slice", "-1").failure())
        .isEqualTo("--slice -1 is less than 0");
    assertThat(route("wheat", "--members", list.toString(), "--slice", "x").status()).isEqualTo(2);
    assertThat(route("--members", list.toString()).status()).isEqualTo(2);
  }

  private CommandRun route(String... arguments) {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("--origin", folder.toString(), "--bucket", "mill"));
    return CommandRun.of(new RouteCommand(), line.toArray(String[]::new));
  }
}
