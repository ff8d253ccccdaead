package dev.millrace.bench.tls.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerTest {
  @Test
  void an_answer_is_read_as_it_was_written() {
    Answer answer = new Answer(Map.of(Answer.RATE, 1234.5, Answer.BYTES, 1e-9));

    assertThat(Answer.parse(answer.line())).isEqualTo(answer);
  }

  @Test
  void a_figure_that_is_missing_is_named() {
    assertThatThrownBy(() -> Answer.parse("rate=1").figure("bytes"))
        .hasMessageContaining("no bytes");
  }
}
