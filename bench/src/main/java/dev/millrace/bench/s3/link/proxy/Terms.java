package dev.millrace.bench.s3.link.proxy;

import java.time.Duration;

/// What a link does to a connection.
///
/// @param oneWay how long a byte is on its way, in either direction
/// @param bytesPerSecond what each connection carries at most, in either direction
public record Terms(Duration oneWay, long bytesPerSecond) {
  public Terms {
    if (oneWay.isNegative() || bytesPerSecond <= 0) {
      throw new IllegalArgumentException("%s, %d B/s".formatted(oneWay, bytesPerSecond));
    }
  }

  public Duration roundTrip() {
    return oneWay.multipliedBy(2);
  }
}
