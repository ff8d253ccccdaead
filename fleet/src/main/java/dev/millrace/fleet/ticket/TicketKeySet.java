package dev.millrace.fleet.ticket;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The ticket keys that a fleet shares, as of one rotation: the one that seals tickets now, the one
/// before, and the one that comes next.
///
/// Tickets of all three are accepted. The next is shared a whole period before it seals anything,
/// so that a node that is late to learn of a rotation resumes what the others have sealed already.
/// A ticket is good for one period at least after it was sealed and, where rotations are punctual,
/// for two at most. Who steals a set opens the tickets of three periods.
///
/// Whoever hears of no rotation for two periods does not know whether the others still accept what
/// it would seal: [#current] gives it no key then.
///
/// Immutable. Its text reveals no key.
///
/// @param version counts rotations, from 1
/// @param made when `present` began to seal, in whole milliseconds
/// @param period for how long it is to seal, in whole milliseconds, at least a second
/// @param previous null in the first version, and where none was made for two periods before
public record TicketKeySet(
    long version,
    Instant made,
    Duration period,
    @Nullable TicketSecret previous,
    TicketSecret present,
    TicketSecret next) {
  /// For how many periods after it was made a set is used.
  private static final int PERIODS_OF_USE = 2;

  /// The longest life of a ticket (RFC 8446, section 4.6.1).
  private static final Duration FARTHEST_AHEAD = Duration.ofDays(7);

  private static final byte FORMAT = 1;
  private static final int LENGTH_WITHOUT_KEYS = 1 + 3 * Long.BYTES + 1;
  private static final int SECRET_LENGTH = TicketSecret.NAME_LENGTH + TicketSecret.KEY_LENGTH;

  /// Drops what is less than a millisecond, so that all nodes have equal sets.
  ///
  /// @throws IllegalArgumentException if the version or the period is too small
  public TicketKeySet {
    if (version < 1 || period.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "no ticket keys of version " + version + " for a period of " + period);
    }
    made = made.truncatedTo(ChronoUnit.MILLIS);
    period = period.truncatedTo(ChronoUnit.MILLIS);
  }

  /// The first keys of a fleet.
  public static TicketKeySet first(SecureRandom random, Instant now, Duration period) {
    return new TicketKeySet(
        1, now, period, null, TicketSecret.random(random), TicketSecret.random(random));
  }

  /// The set after this one: the next key seals, and the one that did is accepted for a period
  /// more. After keys that are not in use, all are new.
  public TicketKeySet rotated(SecureRandom random, Instant now, Duration period) {
    TicketSecret upcoming = isUsable(now) ? next : TicketSecret.random(random);
    return new TicketKeySet(
        version + 1, now, period, current(now), upcoming, TicketSecret.random(random));
  }

  /// Whether the present key has sealed for its period; or was made by a clock so far ahead that
  /// waiting for this one would take longer than a ticket may live.
  public boolean isDue(Instant now) {
    return !now.isBefore(made.plus(period)) || now.isBefore(made.minus(FARTHEST_AHEAD));
  }

  /// The key to seal tickets with, or null if these keys are too old for that.
  public @Nullable TicketSecret current(Instant now) {
    return isUsable(now) ? present : null;
  }

  /// The key of a name, or null if no ticket under that name is to be accepted.
  public @Nullable TicketSecret named(byte[] name, Instant now) {
    return isUsable(now)
        ? secrets().filter(each -> each.isNamed(name)).findFirst().orElse(null)
        : null;
  }

  private boolean isUsable(Instant now) {
    return now.isBefore(made.plus(period.multipliedBy(PERIODS_OF_USE)));
  }

  /// All keys whose tickets are accepted.
  public Stream<TicketSecret> secrets() {
    return Stream.of(previous, present, next).filter(Objects::nonNull);
  }

  /// These keys as bytes, for [#decode]. They are not encrypted.
  public byte[] encode() {
    List<TicketSecret> secrets = secrets().toList();
    ByteBuffer bytes =
        ByteBuffer.allocate(LENGTH_WITHOUT_KEYS + secrets.size() * SECRET_LENGTH)
            .put(FORMAT)
            .putLong(version)
            .putLong(made.toEpochMilli())
            .putLong(period.toMillis())
            .put((byte) secrets.size());
    secrets.forEach(each -> bytes.put(each.name()).put(each.key()));
    return bytes.array();
  }

  /// Reads what [#encode] wrote.
  ///
  /// @throws IllegalArgumentException if these are not the bytes of a set
  public static TicketKeySet decode(byte[] encoded) {
    ByteBuffer bytes = ByteBuffer.wrap(encoded);
    try {
      byte format = bytes.get();
      if (format != FORMAT) {
        throw new IllegalArgumentException("ticket keys in a format of another release: " + format);
      }
      long version = bytes.getLong();
      Instant made = Instant.ofEpochMilli(bytes.getLong());
      Duration period = Duration.ofMillis(bytes.getLong());
      int count = bytes.get();
      if (count < 2 || count > 3 || bytes.remaining() != count * SECRET_LENGTH) {
        throw new IllegalArgumentException("no ticket keys");
      }
      TicketSecret previous = count == 3 ? secret(bytes) : null;
      return new TicketKeySet(version, made, period, previous, secret(bytes), secret(bytes));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("no ticket keys", e);
    }
  }

  private static TicketSecret secret(ByteBuffer bytes) {
    byte[] name = new byte[TicketSecret.NAME_LENGTH];
    byte[] key = new byte[TicketSecret.KEY_LENGTH];
    bytes.get(name).get(key);
    return new TicketSecret(name, key);
  }
}
