package dev.millrace.store.memory;

/// What [MemoryTier#reserve] answers: room for an entry, or why there is none.
public sealed interface Reservation permits Draft, Reservation.Refused {
  /// There is no room.
  ///
  /// @param reason why, never [Put#STORED]
  record Refused(Put reason) implements Reservation {}
}
