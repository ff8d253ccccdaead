package dev.millrace.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The file is read every second also while a test asks for it: what it says is the same then.
final class StaticMembershipTest {
  private static final Members SEVENTH = new Members(7, List.of(Node.of("gw-1", "10.0.0.1", 8444)));
  private static final Members EIGHTH =
      new Members(8, List.of(Node.of("gw-1", "10.0.0.1", 8444), Node.of("gw-2", "10.0.0.2", 8444)));

  @TempDir private Path folder;
  private Path file;
  private StaticMembership membership;

  @BeforeEach
  void open() throws IOException {
    file = folder.resolve("members");
    write(SEVENTH.toString());
    membership = StaticMembership.open(file);
  }

  @AfterEach
  void close() {
    membership.close();
  }

  /// A newer list is taken at the second reading.
  private void readTwice() {
    membership.refresh();
    membership.refresh();
  }

  @Test
  void a_list_that_is_half_written_is_not_taken() throws IOException {
    try (StaticMembership quiet = StaticMembership.once(file)) {
      String whole = EIGHTH.toString();
      write(whole.substring(0, whole.indexOf("gw-2")));
      quiet.refresh();
      write(whole);
      quiet.refresh();
      assertThat(quiet.members()).isEqualTo(SEVENTH);
      quiet.refresh();
      assertThat(quiet.members()).isEqualTo(EIGHTH);
    }
  }

  @Test
  void who_does_not_want_to_wait_has_it_taken_at_once() throws IOException {
    try (StaticMembership quiet = StaticMembership.once(file)) {
      write(EIGHTH.toString());
      quiet.reload();
      assertThat(quiet.members()).isEqualTo(EIGHTH);
    }
  }

  @Test
  void the_list_is_read_from_the_file() {
    assertThat(membership.members()).isEqualTo(SEVENTH);
    assertThat(membership.trouble()).isNull();
    assertThat(membership.ticketKeys()).isNull();
  }

  @Test
  void a_list_of_a_larger_epoch_is_taken() throws IOException {
    write(EIGHTH.toString());
    readTwice();

    assertThat(membership.members()).isEqualTo(EIGHTH);
    assertThat(membership.trouble()).isNull();
  }

  @Test
  void the_file_is_read_again_by_itself() throws Exception {
    CompletableFuture<Members> newer = new CompletableFuture<>();
    membership.listen(members -> {
      if (members.epoch() > 7) newer.complete(members);
    });
    write(EIGHTH.toString());

    assertThat(newer.get(20, TimeUnit.SECONDS)).isEqualTo(EIGHTH);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 6, 7})
  void another_list_whose_epoch_is_not_larger_is_told_and_not_taken(long epoch) throws IOException {
    write(new Members(epoch, EIGHTH.nodes()).toString());
    readTwice();
    assertThat(membership.members()).isEqualTo(SEVENTH);
    assertThat(membership.trouble())
        .contains(file.toString(), "epoch " + epoch + " is not larger than 7")
        .doesNotContain("\n");

    write(EIGHTH.toString());
    readTwice();
    assertThat(membership.members()).isEqualTo(EIGHTH);
    assertThat(membership.trouble()).isNull();
  }

  @Test
  void the_same_list_in_other_words_is_no_trouble() throws IOException {
    write("# the fleet\nepoch  7\n\ngw-1   10.0.0.1:8444 main 1\n");
    readTwice();

    assertThat(membership.members()).isEqualTo(SEVENTH);
    assertThat(membership.trouble()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "epoch",
        "epoch 8\ngw-1 h:99999",
        "epoch 8\ngw-1 \u001B[2J\u2028:1",
        "epoch 8\ngw-1 h:1\ngw-1 i:1"
      })
  void from_a_garbled_file_nothing_is_taken_until_it_is_mended(String garbled) throws IOException {
    write(garbled);
    assertTroubleUntilMended();
  }

  @Test
  void from_a_file_that_is_no_text_nothing_is_taken_until_it_is_mended() throws IOException {
    Files.write(file, new byte[] {'e', (byte) 0xFF, (byte) 0xFE, 0});
    assertTroubleUntilMended();
  }

  @Test
  void from_a_file_of_more_than_a_mebibyte_nothing_is_taken_until_it_is_mended()
      throws IOException {
    write("#".repeat((1 << 20) + 1));
    assertTroubleUntilMended();
  }

  @Test
  void without_the_file_the_last_list_is_kept_until_it_is_back() throws IOException {
    Files.delete(file);
    assertTroubleUntilMended();
  }

  private void assertTroubleUntilMended() throws IOException {
    readTwice();
    assertThat(membership.members()).isEqualTo(SEVENTH);
    assertThat(membership.trouble())
        .contains("epoch 7", file.toString())
        .doesNotContain("\n", "\u001B", "\u2028");

    write(SEVENTH.toString());
    readTwice();
    assertThat(membership.members()).isEqualTo(SEVENTH);
    assertThat(membership.trouble()).isNull();
  }

  @Test
  void a_file_that_is_no_list_at_first_is_refused() throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong"), "epoch 7\n\ngw-1 h:99999\n");

    assertThatThrownBy(() -> StaticMembership.open(wrong))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(wrong.toString(), "line 3", "99999");
    assertThatThrownBy(() -> StaticMembership.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void listeners_hear_the_present_list_and_each_newer_one_in_order() throws IOException {
    List<Long> first = new CopyOnWriteArrayList<>();
    List<Long> second = new CopyOnWriteArrayList<>();
    membership.listen(members -> first.add(members.epoch()));
    for (long epoch : new long[] {8, 8, 6, 12}) {
      write(new Members(epoch, EIGHTH.nodes()).toString());
      readTwice();
    }
    membership.listen(members -> second.add(members.epoch()));
    write(new Members(13, List.of()).toString());
    readTwice();

    assertThat(first).containsExactly(7L, 8L, 12L, 13L);
    assertThat(second).containsExactly(12L, 13L);
  }

  @Test
  void a_listener_that_fails_keeps_the_list_from_no_other() throws IOException {
    List<Long> heard = new CopyOnWriteArrayList<>();
    membership.listen(members -> {
      if (members.epoch() > 7) {
        throw new IllegalStateException("a listener of a test that fails");
      }
    });
    membership.listen(members -> heard.add(members.epoch()));
    write(EIGHTH.toString());
    readTwice();

    assertThat(heard).containsExactly(7L, 8L);
    assertThat(membership.trouble()).isNull();
  }

  @Test
  void a_listener_that_fails_at_its_first_list_hears_the_next() throws IOException {
    List<Long> heard = new CopyOnWriteArrayList<>();
    membership.listen(members -> {
      heard.add(members.epoch());
      throw new IllegalStateException("a listener of a test that fails");
    });
    write(EIGHTH.toString());
    readTwice();

    assertThat(heard).containsExactly(7L, 8L);
  }

  @Test
  void a_listener_may_bring_another_that_hears_each_list_once() throws IOException {
    List<Long> heard = new CopyOnWriteArrayList<>();
    membership.listen(members -> {
      if (members.epoch() == 8) {
        membership.listen(later -> heard.add(later.epoch()));
      }
    });
    for (long epoch = 8; epoch <= 9; epoch++) {
      write(new Members(epoch, EIGHTH.nodes()).toString());
      readTwice();
    }

    assertThat(heard).containsExactly(8L, 9L);
  }

  @Test
  void a_list_that_is_not_ours_to_change_stays_when_this_node_leaves() {
    membership.leave(Duration.ofDays(1));
    membership.close();

    assertThat(membership.members()).isEqualTo(SEVENTH);
  }

  /// By renaming, so that no half of it is ever read.
  private void write(String text) throws IOException {
    Path next = Files.writeString(folder.resolve("members.new"), text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
