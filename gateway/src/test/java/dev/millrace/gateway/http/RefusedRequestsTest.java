package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.LogLines;
import dev.millrace.gateway.http.RefusedRequests.Reason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedRequestsTest {
  private final AtomicLong time = new AtomicLong();
  private final RefusedRequests refused = new RefusedRequests(time::get);

  @Test
  void they_are_told_once_in_a_while_with_their_numbers() {
    List<String> told =
        LogLines.of(
            RefusedRequests.class,
            () -> {
              refused.add(Reason.MALFORMED);
              for (int i = 0; i < 1_500; i++) {
                refused.add(Reason.MALFORMED);
              }
              time.addAndGet(Duration.ofSeconds(5).toNanos());
              refused.add(Reason.VERSION);
            });
    assertThat(told)
        .containsExactly(
            "requests refused so far by the HTTP server itself: 1 malformed",
            "requests refused so far by the HTTP server itself: 1501 malformed, 1 version");
    assertThat(refused.counts())
        .containsOnlyKeys(Reason.values())
        .containsEntry(Reason.MALFORMED, 1_501L)
        .containsEntry(Reason.VERSION, 1L)
        .containsEntry(Reason.FLOOD, 0L);
  }

  @ParameterizedTest
  @CsvSource({
    "400, MALFORMED",
    "413, TOO_LONG",
    "414, TOO_LONG",
    "431, MALFORMED",
    "500, FAILURE",
    "501, ENCODING",
    "505, VERSION"
  })
  void the_status_of_the_answer_tells_the_reason(int status, Reason reason) {
    assertThat(Reason.of(status)).isEqualTo(reason);
  }
}
