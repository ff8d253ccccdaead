package dev.millrace.s3.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// In which order the addresses of a host are tried: those that did not answer lately last, the
/// others by how few connections there are to them, so that connections spread over all. S3 gives a
/// name several addresses of different front ends for that purpose.
final class Addresses {
  /// How long an address that did not answer comes last.
  private static final Duration PENALTY = Duration.ofSeconds(30);

  private static final Standing NEW = new Standing(0, false, 0);

  /// @param failedAt in nanoseconds, where `failed`
  private record Standing(int open, boolean failed, long failedAt) {
    boolean isPunished(long now) {
      return failed && now - failedAt < PENALTY.toNanos();
    }
  }

  private final HttpSettings settings;
  private final ConcurrentHashMap<InetAddress, Standing> standings = new ConcurrentHashMap<>();

  Addresses(HttpSettings settings) {
    this.settings = settings;
  }

  /// All addresses of `host`, in the order in which to try them; at least one.
  List<InetAddress> of(String host) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>(settings.resolver().resolve(host));
    if (addresses.isEmpty()) {
      throw new UnknownHostException(host);
    }
    if (addresses.size() > 1) {
      long now = settings.nanoTime();
      // Of equals, processes that start together should not all take the same.
      Collections.shuffle(addresses);
      addresses.sort(
          Comparator.comparing((InetAddress address) -> standing(address).isPunished(now))
              .thenComparingInt(address -> standing(address).open()));
    }
    return addresses;
  }

  void opened(InetAddress address) {
    standings.merge(
        address, new Standing(1, false, 0), (old, _) -> new Standing(old.open() + 1, false, 0));
  }

  void closed(InetAddress address) {
    standings.computeIfPresent(
        address,
        (_, old) ->
            old.open() == 1 && !old.failed()
                ? null
                : new Standing(old.open() - 1, old.failed(), old.failedAt()));
  }

  void failed(InetAddress address) {
    long now = settings.nanoTime();
    standings.values().removeIf(old -> old.open() == 0 && !old.isPunished(now));
    standings.merge(
        address, new Standing(0, true, now), (old, _) -> new Standing(old.open(), true, now));
  }

  private Standing standing(InetAddress address) {
    return standings.getOrDefault(address, NEW);
  }
}
