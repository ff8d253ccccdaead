package dev.millrace.tls.jsse;

import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.TlsFailure;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// The task of an engine, by which the application has messages processed wherever it likes.
///
/// Safe for use by several threads: whoever gets the task is the only one to.
final class DelegatedTask {
  private final ConnectionEnd end;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.NONE);
  private final AtomicReference<@Nullable TlsFailure> failure = new AtomicReference<>();

  private enum Stage {
    NONE,
    OFFERED,
    TAKEN
  }

  DelegatedTask(ConnectionEnd end) {
    this.end = end;
  }

  /// There are messages to process.
  void offer() {
    stage.set(Stage.OFFERED);
  }

  /// Whether there is a task that has not been completed.
  boolean isPending() {
    return stage.get() != Stage.NONE;
  }

  /// The task, for the first who asks; null for all others.
  @Nullable Runnable take() {
    Connection connection = end.connection();
    return connection != null && stage.compareAndSet(Stage.OFFERED, Stage.TAKEN)
        ? () -> run(connection)
        : null;
  }

  private void run(Connection connection) {
    if (stage.get() != Stage.TAKEN) {
      return;
    }
    try {
      while (connection.hasMessage()) {
        end.process(connection);
      }
    } catch (TlsFailure e) {
      failure.set(e);
    } finally {
      stage.set(Stage.NONE);
    }
  }

  /// Throws what went wrong in the task, once.
  void throwFailure() throws SSLException {
    TlsFailure thrown = failure.get() == null ? null : failure.getAndSet(null);
    if (thrown != null) {
      throw end.exception(thrown);
    }
  }
}
