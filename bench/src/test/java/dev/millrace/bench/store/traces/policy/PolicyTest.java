package dev.millrace.bench.store.traces.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each policy against sequences worked out by hand. Keys are letters; a capital one is a request
/// that was answered.
class PolicyTest {
  private static final int KEYS = 26;

  @Test
  void fifo_lets_the_oldest_go_although_it_was_asked_for() {
    // d takes the place of a, and then a of b.
    assertThat(replay(new Fifo(3), "abcadabc")).isEqualTo("abcAdabc");
  }

  @Test
  void lru_lets_go_what_was_not_asked_for_longest() {
    // d takes the place of b, b of c, and c of d.
    assertThat(replay(new Lru(3), "abcadabcd")).isEqualTo("abcAdAbcd");
  }

  @Test
  void sieve_spares_what_was_visited_where_it_stands() {
    // The hand spares a and takes b; it goes on at c, not at a: e takes c's place, and d is left.
    assertThat(replay(new Sieve(3, KEYS), "abcadeadeb")).isEqualTo("abcAdeADEb");
  }

  @Test
  void sieve_goes_round_past_the_newest() {
    // All are visited, so the hand clears all and takes the oldest, a; then b, which is unvisited.
    assertThat(replay(new Sieve(3, KEYS), "abcabcdceacb")).isEqualTo("abcABCdCeaCb");
  }

  @Test
  void sieve_of_one_entry_replaces_it_even_if_it_was_visited() {
    assertThat(replay(new Sieve(1, KEYS), "aabba")).isEqualTo("aAbBa");
  }

  @Test
  void s3_fifo_promotes_what_was_asked_for_twice_while_it_waited() {
    // Of 10 entries one may wait. With k, a has been asked for twice and moves on; b goes.
    assertThat(replay(new S3Fifo(10, KEYS), "abcdefghijaakab")).isEqualTo("abcdefghijAAkAb");
  }

  @Test
  void s3_fifo_does_not_promote_what_was_asked_for_once() {
    assertThat(replay(new S3Fifo(10, KEYS), "abcdefghijakba")).isEqualTo("abcdefghijAkBa");
  }

  @Test
  void s3_fifo_takes_ghosts_to_the_main_queue() {
    // a leaves and comes back by its ghost, which makes it stay while others pass.
    assertThat(replay(new S3Fifo(10, KEYS), "abcdefghijkalmnopqrstuvwxyza"))
        .isEqualTo("abcdefghijkalmnopqrstuvwxyzA");
  }

  @Test
  void s3_fifo_forgets_ghosts_when_there_are_as_many_as_the_main_queue_has_room_for() {
    // With 10 entries, 9 ghosts: after k to t, those of b to j. b comes back by its, to stay; a
    // does
    // not, and is pushed out by the next ten.
    assertThat(replay(new S3Fifo(10, KEYS), "abcdefghijklmnopqrstbauvwxyzcdefab"))
        .isEqualTo("abcdefghijklmnopqrstbauvwxyzcdefaB");
  }

  private static String replay(Policy policy, String requests) {
    return requests
        .chars()
        .mapToObj(letter -> (char) letter)
        .map(letter -> policy.request(letter - 'a') ? Character.toUpperCase(letter) : letter)
        .flatMap(Stream::of)
        .map(String::valueOf)
        .collect(Collectors.joining());
  }
}
