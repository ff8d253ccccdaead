package dev.millrace.gateway.renewal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedTest {
  private final Logger logger = Logger.getLogger(Watched.class.getName());
  private final List<String> warnings = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final Handler handler = new Lines();
  private String file = "good";

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void listenNoMore() {
    logger.removeHandler(handler);
  }

  @Test
  void who_is_warned_of_a_problem_hears_that_it_is_over() throws IOException {
    try (Watched<String> watched = Watched.once("certificate", new Text())) {
      file = "bad";
      watched.refresh();
      watched.refresh();
      assertThat(warnings).containsExactly("going on with certificate as it was: no good");
      file = "better";
      watched.refresh();
      assertThat(warnings).last().isEqualTo("certificate holds as it is now: 6 letters");
      file = "bad";
      watched.refresh();
      file = "better";
      watched.refresh();
      assertThat(warnings).last().isEqualTo("certificate is again what it was");
      assertThat(warnings).hasSize(4);
    }
  }

  @Test
  void of_what_is_taken_without_a_problem_nobody_is_warned() throws IOException {
    try (Watched<String> watched = Watched.once("certificate", new Text())) {
      watched.refresh();
      file = "better";
      watched.refresh();
      assertThat(watched.get()).isEqualTo("better");
      assertThat(warnings).isEmpty();
      assertThat(said).containsExactly("certificate holds as it is now: 6 letters");
    }
  }

  private final class Text implements Watched.Source<String> {
    @Override
    public byte[] content() {
      return file.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String made(byte[] content) throws IOException {
      String text = new String(content, StandardCharsets.UTF_8);
      if (text.equals("bad")) {
        throw new IOException("no good");
      }
      return text;
    }

    @Override
    public String told(String made) {
      return made.length() + " letters";
    }
  }

  private final class Lines extends Handler {
    @Override
    public void publish(LogRecord line) {
      boolean isWarning = line.getLevel().intValue() >= Level.WARNING.intValue();
      (isWarning ? warnings : said).add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
