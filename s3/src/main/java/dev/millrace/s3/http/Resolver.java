package dev.millrace.s3.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// What tells the addresses of a host. Safe for use by several threads.
@FunctionalInterface
public interface Resolver {
  /// All addresses of `host`, at least one, best first.
  List<InetAddress> resolve(String host) throws UnknownHostException;

  /// The JDK's, which remembers what it was told for `networkaddress.cache.ttl` seconds.
  static Resolver system() {
    return host -> List.of(InetAddress.getAllByName(host));
  }
}
