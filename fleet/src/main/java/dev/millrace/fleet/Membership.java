package dev.millrace.fleet;

import dev.millrace.fleet.ticket.TicketKeySet;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Who is in a fleet, and what its nodes share, as this node knows it.
///
/// What is known is kept when its source is lost: a fleet goes on with its last list and its last
/// ticket keys, and [#trouble] says so.
///
/// Used by any number of threads at once.
public interface Membership extends AutoCloseable {
  /// The newest list that is known; its epoch never goes back.
  Members members();

  /// Calls `listener` with every list from now on, the newest first; one call at a time, each with
  /// a larger epoch than the one before. It must not block for long. An exception of its goes to
  /// the log.
  void listen(Consumer<? super Members> listener);

  /// The newest ticket keys that are known, or null if there are none: none are shared here, or
  /// none could be fetched yet.
  @Nullable TicketKeySet ticketKeys();

  /// What is wrong at present, in one line for an operator, or null if nothing is.
  @Nullable String trouble();

  /// Has this node put on the list, once it can be asked; returns at once. Where the list is not
  /// ours to change, nothing happens.
  void enter();

  /// Has this node taken out of the list, and waits for the list without it, but no longer than
  /// `patience`. Where the list is not ours to change, nothing happens.
  void leave(Duration patience) throws InterruptedException;

  /// Ends it without taking this node out. The others learn of that when it is missed.
  @Override
  void close();
}
