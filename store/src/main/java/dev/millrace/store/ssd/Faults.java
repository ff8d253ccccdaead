package dev.millrace.store.ssd;

import dev.millrace.store.io.ShortReadException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// What went wrong: each time is counted, and of each kind the first is logged, so that a device
/// that fails for days does not fill the log.
///
/// Safe for use by any number of threads.
final class Faults {
  /// What can go wrong.
  enum Kind {
    CHECKSUM("an entry is not what was written: wrong checksum"),
    SHORT_READ("the file is shorter than it was"),
    READ("a read failed"),
    OPEN("a sealed entry does not open"),
    KEY("the key of a sealed entry, or memory for it, or what decompresses it, could not be had"),
    SEAL("an entry could not be sealed, so it is dropped"),
    WRITE("a write failed, so the segment is given up"),
    ALLOCATION("a segment could not be allocated"),
    START("a segment could not be read at the start, so it is given up"),
    DELETION("a segment that was given up could not be deleted, and may be back after a restart");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private static final Logger LOG = System.getLogger(SsdTier.class.getName());

  private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);
  private final Set<Kind> logged = ConcurrentHashMap.newKeySet();

  Faults() {
    for (Kind kind : EnumSet.allOf(Kind.class)) {
      counts.put(kind, new LongAdder());
    }
  }

  /// The kind of a read's failure.
  static Kind ofRead(Exception failure) {
    return failure instanceof ShortReadException ? Kind.SHORT_READ : Kind.READ;
  }

  /// @param file what it happened to
  /// @param cause what the system said, if it said anything
  void count(Kind kind, Object file, @Nullable Throwable cause) {
    counter(kind).increment();
    if (logged.add(kind)) {
      LOG.log(
          Level.WARNING,
          "SSD tier: %s (%s%s). Others of this kind are counted, not logged."
              .formatted(kind.words, file, cause == null ? "" : ": " + cause.getMessage()));
    }
  }

  /// How many sealed entries were not opened.
  long unopened() {
    return counter(Kind.OPEN).sum() + counter(Kind.KEY).sum();
  }

  SsdStats.Failures all() {
    return new SsdStats.Failures(
        counter(Kind.CHECKSUM).sum(),
        counter(Kind.SHORT_READ).sum(),
        counter(Kind.READ).sum(),
        counter(Kind.WRITE).sum(),
        counter(Kind.ALLOCATION).sum(),
        counter(Kind.START).sum());
  }

  @SuppressWarnings("NullAway") // There is one for each kind.
  private LongAdder counter(Kind kind) {
    return counts.get(kind);
  }
}
