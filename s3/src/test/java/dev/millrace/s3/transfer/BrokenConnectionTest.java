package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.transfer.FaultyOrigin.Answer;
import dev.millrace.s3.transfer.FaultyOrigin.Plan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Downloads over connections that are cut, reset or silent, and from addresses that are dead.
/// Whatever happens, the file is right or there is a failure that says what happened; then nothing
/// is left of it, neither a file nor a connection ([Trial]).
@Timeout(60)
class BrokenConnectionTest {
  private static final int STEP = 64 << 10;
  private static final int SMALL_LENGTH = 4 << 20;
  private static final byte[] SMALL = Trial.bytes(SMALL_LENGTH);
  private static final byte[] LARGE = Trial.bytes(16 << 20);

  /// Of a download by which a service that never says anything has to be given up: four attempts of
  /// 200 ms each, and room for a busy machine.
  private static final Duration SOON = Duration.ofSeconds(5);

  private final CountDownLatch end = new CountDownLatch(1);
  @TempDir private Path folder;

  @AfterEach
  void let_the_service_go_on() {
    end.countDown();
  }

  private Trial small(FaultyOrigin origin) {
    return Trial.of(origin.endpoint(), folder);
  }

  private Trial large(FaultyOrigin origin) {
    return small(origin).with(options -> options.withConnections(4));
  }

  // Connections that end.

  @Test
  void a_connection_that_is_cut_once_anywhere_makes_no_difference() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      for (int cut = 0; cut < SMALL.length; cut += STEP) {
        long position = cut;
        origin.plan(Plan.once(position, answer -> answer.cutAt(position)));
        trial.succeeds(SMALL);
      }
    }
  }

  @Test
  void a_connection_that_is_reset_once_anywhere_makes_no_difference() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      for (int cut = 0; cut < SMALL.length; cut += 4 * STEP) {
        long position = cut;
        origin.plan(Plan.once(position, answer -> answer.resetAt(position)));
        trial.succeeds(SMALL);
      }
    }
  }

  @Test
  void an_object_arrives_though_every_connection_is_cut_after_64_KiB() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = small(origin).with(options -> options.withConnections(1))) {
      origin.plan(asked -> answer -> answer.cutAt(asked.from() + STEP));
      trial.succeeds(LARGE);
      assertThat(origin.requests()).hasSize(LARGE.length / STEP);
    }
  }

  @Test
  void a_service_that_cuts_after_every_few_bytes_is_not_asked_for_ever() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(asked -> answer -> answer.cutAt(asked.from() + 100));
      assertThat(trial.fails()).hasMessageContaining("before the announced end");
      assertThat(origin.requests()).hasSizeBetween(50, 60);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, STEP, SMALL_LENGTH / 2, SMALL_LENGTH - 1})
  void a_connection_that_is_always_cut_at_the_same_place_is_a_failure(int position)
      throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(Plan.always(position, answer -> answer.cutAt(position)));
      assertThat(trial.fails())
          .hasMessageStartingWith("127.0.0.1:" + origin.endpoint().getPort() + ": ")
          .hasMessageContaining("bytes before the announced end");
      assertThat(origin.requests()).hasSizeBetween(4, 5);
    }
  }

  @Test
  void any_of_four_connections_may_be_cut() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      for (int cut = STEP; cut < LARGE.length; cut += 24 * STEP) {
        long position = cut;
        origin.plan(Plan.once(position, answer -> answer.cutAt(position)));
        trial.succeeds(LARGE);
      }
    }
  }

  @Test
  @Tag("long")
  void four_connections_may_be_cut_or_reset_at_any_64_KiB() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      for (int cut = 0; cut < LARGE.length; cut += STEP) {
        long position = cut;
        origin.plan(Plan.once(position, answer -> answer.cutAt(position)));
        trial.succeeds(LARGE);
        origin.plan(Plan.once(position, answer -> answer.resetAt(position)));
        trial.succeeds(LARGE);
      }
    }
  }

  @Test
  void four_connections_that_are_all_cut_every_64_KiB_bring_the_object() throws IOException {
    Set<Long> cuts = ConcurrentHashMap.newKeySet();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked -> {
        long position = (asked.from() / STEP + 1) * STEP;
        return cuts.add(position) ? answer -> answer.cutAt(position) : Answer::whole;
      });
      trial.succeeds(LARGE);
    }
  }

  // Silence.

  @ParameterizedTest
  @ValueSource(ints = {0, STEP, SMALL_LENGTH - 1})
  void a_connection_that_stalls_once_is_given_up_for_another(int position) throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(Plan.once(position, answer -> answer.stallAt(position, end)));
      trial.succeeds(SMALL);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, STEP, SMALL_LENGTH - 1})
  void a_service_that_always_stalls_at_the_same_place_is_a_failure(int position)
      throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(Plan.always(position, answer -> answer.stallAt(position, end)));
      assertThat(trial.fails())
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("nothing received for 200 ms");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
  }

  @Test
  void a_connection_that_never_answers_is_given_up_for_another() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      for (int silent = 0; silent < 4; silent++) {
        int first = origin.requests().size();
        int number = first + silent;
        origin.plan(
            asked -> asked.number() == number ? answer -> answer.sayNothing(end) : Answer::whole);
        trial.succeeds(LARGE);
      }
    }
  }

  @Test
  void a_service_that_never_answers_is_a_failure() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(_ -> answer -> answer.sayNothing(end));
      assertThat(trial.fails()).isInstanceOf(SocketTimeoutException.class);
      assertThat(origin.requests()).hasSize(4);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
  }

  @Test
  void four_connections_that_all_stall_are_a_failure() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked -> answer -> answer.stallAt(asked.number() < 4 ? STEP : 0, end));
      assertThat(trial.fails()).isInstanceOf(SocketTimeoutException.class);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
  }

  @Test
  void the_last_connection_is_not_waited_for_while_it_says_nothing() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = patient(origin)) {
      origin.plan(asked -> asked.number() == 2 ? a -> a.sayNothing(end) : Answer::whole);
      trial.succeeds(LARGE);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void the_last_connection_is_not_waited_for_while_it_stalls() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = patient(origin)) {
      origin.plan(
          asked -> asked.number() == 2 ? a -> a.stallAt(asked.from() + STEP, end) : Answer::whole);
      trial.succeeds(LARGE);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void a_failure_wakes_connections_that_wait_for_an_answer() throws IOException {
    long begun = System.nanoTime();
    CountDownLatch waiting = new CountDownLatch(1);
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = patient(origin)) {
      origin.plan(asked ->
          switch (asked.number()) {
            case 0 -> answer -> answer.stallAt(0, end);
            case 1 ->
                answer -> {
                  waiting.countDown();
                  answer.sayNothing(end);
                };
            default ->
                answer -> {
                  waiting.await();
                  answer.refuse(403, "AccessDenied");
                };
          });
      assertThat(trial.fails()).hasMessageStartingWith("403 AccessDenied");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  /// A client with a timeout so long that a test cannot have waited for it.
  private Trial patient(FaultyOrigin origin) {
    return Trial.of(origin.endpoint(), folder, config -> config.readTimeout(Duration.ofSeconds(50)))
        .with(options -> options.withConnections(4));
  }

  /// The service's silence has an end that four timeouts and three takeovers of two seconds bound.
  @Test
  @Tag("long")
  void a_service_that_falls_silent_for_longer_than_a_stall_is_a_failure() throws IOException {
    long begun = System.nanoTime();
    Duration silence = Duration.ofSeconds(3);
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial =
            Trial.of(origin.endpoint(), folder, config -> config.readTimeout(silence))
                .with(options -> options.withConnections(4))) {
      origin.plan(Plan.always(LARGE.length - 1, answer -> answer.stallAt(LARGE.length - 1, end)));
      assertThat(trial.fails()).isInstanceOf(SocketTimeoutException.class);
      assertThat(origin.requests()).hasSizeLessThan(20);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(silence.multipliedBy(10));
  }

  // Addresses.

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.2", "::1"})
  void a_name_of_whose_addresses_some_are_dead_is_reached(String dead) throws IOException {
    List<InetAddress> addresses =
        List.of(InetAddress.ofLiteral(dead), InetAddress.ofLiteral("127.0.0.1"));
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial =
            Trial.of(
                    URI.create("http://grain.example:" + origin.endpoint().getPort()),
                    folder,
                    config -> config.resolver(_ -> addresses))
                .with(options -> options.withConnections(4))) {
      trial.succeeds(LARGE);
    }
  }

  /// A socket whose backlog is full drops whatever comes, as a machine does that is gone.
  @Test
  void a_name_of_whose_addresses_one_never_answers_is_reached() throws IOException {
    InetAddress silent = InetAddress.ofLiteral("127.0.0.3");
    InetAddress alive = InetAddress.ofLiteral("127.0.0.1");
    List<SocketChannel> waiting = new ArrayList<>();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        ServerSocket full = new ServerSocket(origin.endpoint().getPort(), 1, silent);
        Trial trial =
            Trial.of(
                    URI.create("http://grain.example:" + origin.endpoint().getPort()),
                    folder,
                    config -> config.resolver(_ -> List.of(silent, alive)))
                .with(options -> options.withConnections(4))) {
      for (int i = 0; i < 8; i++) {
        SocketChannel one = SocketChannel.open();
        one.configureBlocking(false);
        one.connect(full.getLocalSocketAddress());
        waiting.add(one);
      }
      trial.succeeds(LARGE);
    } finally {
      for (SocketChannel one : waiting) {
        one.close();
      }
    }
  }

  @Test
  void a_name_of_dead_addresses_only_is_a_failure_that_names_it() throws IOException {
    List<InetAddress> addresses = List.of(InetAddress.ofLiteral("127.0.0.2"));
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial =
            Trial.of(
                URI.create("http://grain.example:" + origin.endpoint().getPort()),
                folder,
                config -> config.resolver(_ -> addresses))) {
      assertThat(trial.fails()).hasMessageContaining("cannot connect to 127.0.0.2");
      assertThat(origin.requests()).isEmpty();
    }
  }
}
