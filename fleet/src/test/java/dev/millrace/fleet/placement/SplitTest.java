package dev.millrace.fleet.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.fleet.placement.Split.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class SplitTest {
  private static final int MEMBERS = 7;
  private static final List<String> KEYS =
      IntStream.range(0, 200).mapToObj(number -> "key-" + number).toList();

  private final Split<String, String> split = placement(MEMBERS).split(KEYS);
  private final AtomicInteger interrupted = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(MEMBERS);

  @Property(tries = 200, seed = "1")
  void each_part_has_the_keys_of_its_member_in_the_order_they_were_given(
      @ForAll @Size(max = 100) List<@AlphaChars @StringLength(max = 3) String> keys,
      @ForAll @IntRange(min = 1, max = 20) int members) {
    Placement<String> placement = placement(members);
    List<Part<String, String>> parts = placement.split(keys).parts();

    assertThat(parts.stream().map(Part::member)).isSorted().doesNotHaveDuplicates();
    assertThat(parts.stream().mapToInt(part -> part.keys().size()).sum()).isEqualTo(keys.size());
    for (Part<String, String> part : parts) {
      assertThat(part.keys())
          .isNotEmpty()
          .isEqualTo(
              keys.stream().filter(key -> part.member().equals(placement.owner(key))).toList());
    }
  }

  @Property(tries = 50, seed = "2")
  void values_come_in_the_order_of_the_keys(
      @ForAll @Size(max = 100) List<@AlphaChars @StringLength(max = 3) String> keys,
      @ForAll @IntRange(min = 1, max = 20) int members)
      throws Exception {
    Placement<String> placement = placement(members);
    List<String> values =
        placement
            .split(keys)
            .ask((member, its) -> its.stream().map(key -> member + " has " + key).toList());

    assertThat(values)
        .isEqualTo(keys.stream().map(key -> placement.owner(key) + " has " + key).toList());
  }

  @Test
  void all_members_are_asked_at_the_same_time() throws Exception {
    CyclicBarrier all = new CyclicBarrier(MEMBERS);
    List<String> values =
        split.ask((_, keys) -> {
          all.await(20, TimeUnit.SECONDS);
          return keys;
        });

    assertThat(values).isEqualTo(KEYS);
  }

  @ParameterizedTest
  @ValueSource(classes = {IOException.class, IllegalStateException.class, AssertionError.class})
  void a_failure_is_the_cause_and_the_others_are_interrupted(Class<? extends Throwable> kind)
      throws Exception {
    Throwable failure = kind.getConstructor().newInstance();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() ->
            split.ask((member, _) -> {
              asked.countDown();
              if (member.equals("member-3")) {
                asked.await();
                throwAny(failure);
              }
              return waitForInterrupt();
            }))
        .satisfies(thrown -> assertThat(thrown.getCause()).isSameAs(failure));
    assertThat(interrupted).hasValue(MEMBERS - 1);
  }

  @Test
  void all_are_interrupted_when_the_caller_is() throws Exception {
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread caller =
        Thread.startVirtualThread(() -> {
          try {
            split.ask((_, _) -> {
              asked.countDown();
              return waitForInterrupt();
            });
          } catch (Throwable e) {
            outcome.complete(e);
          }
        });
    asked.await();
    caller.interrupt();

    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    assertThat(interrupted).hasValue(MEMBERS);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void an_answer_with_more_or_fewer_values_than_keys_is_refused(int difference) {
    assertThatThrownBy(() ->
            split.ask((member, keys) ->
                member.equals("member-3")
                    ? Collections.nCopies(keys.size() + difference, "")
                    : keys))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("member-3");
  }

  @Test
  void values_may_be_null() throws Exception {
    List<String> values = split.ask((_, keys) -> Arrays.asList(new String[keys.size()]));

    assertThat(values).hasSameSizeAs(KEYS).containsOnlyNulls();
  }

  @Test
  void a_key_that_is_given_twice_is_asked_for_and_answered_twice() throws Exception {
    List<String> keys = new ArrayList<>(KEYS);
    keys.addAll(KEYS.reversed());

    assertThat(placement(MEMBERS).split(keys).<String>ask((_, its) -> its)).isEqualTo(keys);
  }

  @Test
  void keys_and_values_cannot_be_changed() throws Exception {
    List<String> keys = split.parts().getFirst().keys();
    List<String> values = split.ask((_, its) -> its);

    assertThatThrownBy(keys::removeFirst).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> values.set(0, "")).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void without_keys_nobody_is_asked() throws Exception {
    Split<String, String> none = placement(MEMBERS).split(List.of());

    assertThat(none.parts()).isEmpty();
    assertThat(none.<String>ask((member, _) -> fail(member))).isEmpty();
  }

  @Test
  void without_members_nothing_can_be_split() {
    Placement<String> empty = placement(0);

    assertThatThrownBy(() -> empty.split(KEYS)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> empty.split(List.of())).isInstanceOf(IllegalStateException.class);
  }

  private List<String> waitForInterrupt() throws InterruptedException {
    try {
      new CountDownLatch(1).await();
      throw new AssertionError("nobody counts down");
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
      throw e;
    }
  }

  private static List<String> fail(String member) {
    throw new AssertionError(member + " was asked");
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void throwAny(Throwable failure) throws E {
    throw (E) failure;
  }

  private static Placement<String> placement(int members) {
    return Placement.of(
        7,
        IntStream.range(0, members).mapToObj(number -> "member-" + number).toList(),
        Function.identity());
  }
}
