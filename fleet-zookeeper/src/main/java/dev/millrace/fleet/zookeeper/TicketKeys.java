package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.TicketSharing;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The ticket keys that a fleet shares, as one node knows them and, where it is the coordinator,
/// makes them.
final class TicketKeys implements AutoCloseable {
  private final Connection connection;
  private final @Nullable Coordinator coordinator;
  private final TicketSharing sharing;
  private final InstantSource clock;
  private final SharedValue<TicketKeySet> keys;
  private final SecureRandom random = new SecureRandom();
  private final Passes passes = new Passes("fleet-ticket-keys", this::isDue, this::keep);

  /// @param coordinator null for a node that looks on, and stores nothing
  TicketKeys(
      Connection connection,
      @Nullable Coordinator coordinator,
      TicketSharing sharing,
      InstantSource clock) {
    this.connection = connection;
    this.coordinator = coordinator;
    this.sharing = sharing;
    this.clock = clock;
    this.keys =
        new SharedValue<>(
            connection.client(),
            "/ticket-keys",
            new TicketKeysFormat(sharing.wrapping()),
            _ -> wake(),
            _ -> {});
  }

  void start() {
    passes.start();
  }

  /// Has the keys looked at.
  void wake() {
    passes.wake();
  }

  @Nullable TicketKeySet newest() {
    return keys.newest();
  }

  private boolean isDue() {
    TicketKeySet known = keys.newest();
    return coordinator != null
        && coordinator.isElected()
        && known != null
        && known.isDue(clock.instant());
  }

  private boolean keep() throws Exception {
    if (!connection.isUp()) {
      return true;
    }
    keys.refresh();
    return coordinator == null
        || (keys.restore(this::rotated) && (!coordinator.isElected() || rotate()));
  }

  /// Makes the first keys, or the next where they are due.
  private boolean rotate() throws Exception {
    TicketKeySet known = keys.newest();
    Instant now = clock.instant();
    if (known == null) {
      return keys.replace(TicketKeySet.first(random, now, sharing.period()));
    }
    return !known.isDue(now) || keys.replace(rotated(known));
  }

  private TicketKeySet rotated(TicketKeySet known) {
    return known.rotated(random, clock.instant(), sharing.period());
  }

  /// In one line why the keys cannot be kept or used, and what that means for handshakes, or null.
  @Nullable String trouble() {
    TicketKeySet known = keys.newest();
    String problem = problem();
    if (known != null && known.current(clock.instant()) != null) {
      return problem == null ? null : problem + "; going on with version " + known.version();
    }
    if (problem == null) {
      problem = known == null ? "no ticket keys are there yet" : "the ticket keys are too old";
    }
    return problem + "; handshakes are full";
  }

  private @Nullable String problem() {
    Throwable failure = passes.failure();
    if (failure == null) {
      return keys.isDisputed() ? "other ticket keys are stored under the version known" : null;
    }
    return failure instanceof IOException
        ? failure.getMessage()
        : "the ticket keys cannot be fetched: " + failure.getMessage();
  }

  @Override
  public void close() {
    passes.close();
  }
}
