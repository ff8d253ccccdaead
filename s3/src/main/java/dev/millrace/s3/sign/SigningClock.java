package dev.millrace.s3.sign;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The time that requests are signed at: a clock, put right by what services say that it is.
///
/// S3 refuses a signature whose time is more than 15 minutes away from its own, with 403 and
/// RequestTimeTooSkewed; from a machine whose clock is wrong it would refuse all. The header Date
/// of that answer, or of any other, says by how much. Small differences are left alone: they come
/// from whole seconds, and from the time that an answer takes.
///
/// The time may jump in either direction when it is corrected. Whoever sets it can have signatures
/// made that are good at another day: over plain HTTP, that is anyone on the way.
public final class SigningClock implements InstantSource {
  /// How far away from a service's time a signature's may be before something is done about it.
  public static final Duration TOLERANCE = Duration.ofMinutes(4);

  private final InstantSource source;
  private volatile Duration correction = Duration.ZERO;

  public SigningClock(InstantSource source) {
    this.source = source;
  }

  @Override
  public Instant instant() {
    return source.instant().plus(correction);
  }

  /// Puts this clock right by a service's, if they are further apart than [#TOLERANCE].
  ///
  /// The time of a signature tells what the clock cannot: another request may have corrected it
  /// meanwhile, or this one may have been long on its way.
  ///
  /// @param signedAt what this clock said when the request was signed
  /// @param serverNow the header Date of the answer. That of an answer out of a cache, with a
  ///   header Age, is none of the service's.
  /// @return whether a signature of now would have a time that the one of `signedAt` had not: if
  ///   the service refused that one, another attempt is worth while. Only one: a service may say of
  ///   its time what it likes.
  public boolean correct(Instant signedAt, Instant serverNow) {
    Instant local = source.instant();
    if (apart(local.plus(correction), serverNow)) {
      correction = Duration.between(local, serverNow);
    }
    return apart(signedAt, serverNow);
  }

  private static boolean apart(Instant a, Instant b) {
    return Duration.between(a, b).abs().compareTo(TOLERANCE) > 0;
  }
}
