package dev.millrace.bench.store.ssd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.evidence.Claims;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadCaseTest {
  @Test
  void there_is_all_that_the_evidence_asks_for() {
    List<String> words =
        Stream.concat(
                ReadCase.all().stream().map(one -> one.words(Side.MILLRACE)),
                Stream.of(StoreSsdBench.MORE_QUEUES))
            .toList();

    assertThat(Claims.figures("store-ssd"))
        .isNotEmpty()
        .allSatisfy(figure -> assertThat(words).anyMatch(figure::isOf));
  }
}
