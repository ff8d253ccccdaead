package dev.millrace.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.LogLines;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.gateway.telemetry.OriginWatch.Probing;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OriginWatchTest {
  private static final ObjectName OBJECT = new ObjectName("mill", "k");

  private final AtomicLong now = new AtomicLong();
  private final OriginWatch watch = new OriginWatch(now::get);
  private final FailingOrigin failing = new FailingOrigin();
  private final Origin origin = new MeteredOrigin(failing, new OriginMeter(), watch);

  /// One that answers probes, unless told to fail, and every other question with a failure.
  private static final class FailingOrigin implements Origin {
    private @Nullable IOException failure;
    private int probes;

    private OriginException failed() {
      return new OriginException(Reason.UNAVAILABLE, "gone", null);
    }

    @Override
    public ObjectFacts facts(ObjectName name) throws IOException {
      throw failure == null ? failed() : failure;
    }

    @Override
    public InputStream open(ObjectName name, String etag, long offset, long length)
        throws IOException {
      throw failed();
    }

    @Override
    public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
      throw failed();
    }

    @Override
    public void probe() throws IOException {
      probes++;
      if (failure != null) {
        throw failure;
      }
    }
  }

  private void later(Duration time) {
    now.addAndGet(time.toNanos());
    watch.look(origin, Probing.ALWAYS);
  }

  /// What the log is told while `happening`.
  private static List<String> told(Runnable happening) {
    return LogLines.of(OriginWatch.class, happening);
  }

  private void aRequestFails() {
    assertThatThrownBy(() -> origin.facts(OBJECT)).hasMessage("gone");
  }

  @Test
  void of_an_outage_the_log_is_told_once_when_it_lasts_and_once_when_it_is_over() {
    assertThat(
            told(() -> {
              later(Duration.ofSeconds(3));
              failing.failure = failing.failed();
              aRequestFails();
              later(Duration.ofSeconds(2));
            }))
        .isEmpty();
    assertThat(
            told(() -> {
              for (int i = 0; i < 100; i++) {
                aRequestFails();
                later(Duration.ofSeconds(1));
              }
            }))
        .containsExactly(
            "the origin does not answer (unavailable); what is not held fails until it does");
    assertThat(
            told(() -> {
              failing.failure = null;
              for (int i = 0; i < 10; i++) {
                later(Duration.ofSeconds(3));
              }
            }))
        .containsExactly("the origin answers again, after 1m 45s");
  }

  @Test
  void an_origin_that_now_answers_and_now_does_not_is_not_told_of() {
    assertThat(
            told(() -> {
              for (int i = 0; i < 100; i++) {
                failing.failure = i % 2 == 0 ? null : failing.failed();
                later(Duration.ofSeconds(3));
                later(Duration.ofSeconds(2));
              }
            }))
        .isEmpty();
  }

  @Test
  void an_outage_that_others_have_told_of_is_told_of_when_it_is_over() {
    failing.failure = failing.failed();
    assertThat(
            told(() -> {
              assertThatThrownBy(origin::probe).hasMessage("gone");
              watch.isTold();
              later(Duration.ofSeconds(60));
              failing.failure = null;
              later(Duration.ofSeconds(3));
              later(Duration.ofSeconds(3));
            }))
        .containsExactly("the origin answers again, after 1m 3s");
  }

  @Test
  void an_origin_whose_health_nobody_asks_for_is_probed_in_trouble_only() {
    now.addAndGet(Duration.ofSeconds(3).toNanos());
    watch.look(origin, Probing.IN_TROUBLE);
    assertThat(failing.probes).isEqualTo(1);
    now.addAndGet(Duration.ofSeconds(3).toNanos());
    watch.look(origin, Probing.IN_TROUBLE);
    assertThat(failing.probes).isEqualTo(1);
  }

  @Test
  void an_origin_that_was_never_asked_is_not_known_to_answer() {
    assertThat(watch.trouble()).isEqualTo("has not answered yet");
  }

  @Test
  void it_is_probed_only_while_nothing_else_is_heard_of_it() {
    later(Duration.ofSeconds(2));
    assertThat(failing.probes).isZero();
    later(Duration.ofSeconds(1));
    assertThat(failing.probes).isEqualTo(1);
    assertThat(watch.trouble()).isNull();
    later(Duration.ofSeconds(2));
    assertThatThrownBy(() -> origin.facts(OBJECT)).hasMessage("gone");
    later(Duration.ofSeconds(2));
    assertThat(failing.probes).isEqualTo(1);
    assertThat(watch.trouble()).isEqualTo("unavailable");
    later(Duration.ofSeconds(1));
    assertThat(failing.probes).isEqualTo(2);
    assertThat(watch.trouble()).isNull();
  }

  @Test
  void a_probe_that_fails_is_trouble_until_one_does_not() {
    failing.failure = new IOException("connection refused");
    later(Duration.ofSeconds(3));
    assertThat(watch.trouble()).isEqualTo("unavailable");
    failing.failure = null;
    later(Duration.ofSeconds(3));
    assertThat(watch.trouble()).isNull();
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void an_error_is_an_answer_unless_it_says_that_there_is_none(Reason reason) {
    failing.failure = new OriginException(reason, "told", null);
    assertThatThrownBy(() -> origin.facts(OBJECT)).hasMessage("told");
    assertThat(watch.trouble()).isEqualTo(reason.isTransient() ? Tally.text(reason) : null);
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void so_it_is_in_the_middle_of_a_slice_and_nobody_is_told_of_which(Reason reason)
      throws IOException {
    InputStream breaking =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new OriginException(reason, "mill/secret/key", null);
          }

          @Override
          public int read(byte[] bytes, int offset, int count) throws IOException {
            return read();
          }
        };
    var event = OriginFetchEvent.begun("mill", 0, 1);
    try (var slice = new MeteredStream(breaking, 1, new OriginMeter(), watch, event)) {
      assertThatThrownBy(slice::read).hasMessage("mill/secret/key");
    }
    assertThat(watch.trouble()).isEqualTo(reason.isTransient() ? Tally.text(reason) : null);
  }
}
