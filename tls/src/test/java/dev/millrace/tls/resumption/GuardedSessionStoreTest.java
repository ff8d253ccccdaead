package dev.millrace.tls.resumption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import dev.millrace.tls.testing.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardedSessionStoreTest {
  private static final byte[] KEY = {1, 2, 3};

  private final Logger logger = Logger.getLogger(SessionStore.class.getName());
  private final List<LogRecord> logged = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private final SettableClock clock = new SettableClock();
  private final StoredSession session = TestSessions.tls13(clock.millis());

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  @Test
  void what_a_store_keeps_is_found() {
    SessionStore guarded =
        new GuardedSessionStore(new BoundedSessionStore(10, Duration.ofHours(1)), clock);
    guarded.put(KEY, session);
    assertThat(guarded.get(KEY)).isSameAs(session);
    assertThat(guarded.take(KEY)).isSameAs(session);
    assertThat(guarded.get(KEY)).isNull();
    guarded.put(KEY, session);
    guarded.remove(KEY, session);
    assertThat(guarded.get(KEY)).isNull();
    assertThat(logged).isEmpty();
  }

  @Test
  void a_store_that_throws_has_nothing_and_is_complained_of_once_a_minute() {
    SessionStore guarded = new GuardedSessionStore(new ThrowingStore(), clock);
    guarded.put(KEY, session);
    assertThat(guarded.get(KEY)).isNull();
    assertThat(guarded.take(KEY)).isNull();
    guarded.remove(KEY, session);
    assertThat(logged).hasSize(1);
    assertThat(logged.getFirst().getThrown()).hasMessage("the store is down");

    clock.advance(Duration.ofMinutes(1));
    assertThat(guarded.get(KEY)).isNull();
    assertThat(guarded.get(KEY)).isNull();
    assertThat(logged).hasSize(2);
  }
}
