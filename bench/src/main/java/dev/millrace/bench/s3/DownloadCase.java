package dev.millrace.bench.s3;

import dev.millrace.bench.s3.Door.Connection;
import dev.millrace.bench.s3.Door.Scheme;
import dev.millrace.bench.s3.client.Side;
import dev.millrace.bench.s3.probe.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// One thing to measure.
///
/// @param threads how many download at the same time
record DownloadCase(ObjectSize size, Door door, int threads) {
  /// Where system calls are counted.
  static final List<DownloadCase> COUNTED =
      Stream.of(Scheme.values())
          .map(scheme -> of(ObjectSize.SMALL, scheme, Connection.KEEP, 1))
          .toList();

  static final List<DownloadCase> QUICK =
      List.of(
          of(ObjectSize.SMALL, Scheme.HTTP, Connection.KEEP, 1),
          of(ObjectSize.SMALL, Scheme.HTTPS, Connection.KEEP, 1),
          of(ObjectSize.SMALL, Scheme.HTTPS, Connection.CLOSE, Load.MOST_THREADS),
          of(ObjectSize.HUGE, Scheme.HTTPS, Connection.KEEP, 1));

  private static DownloadCase of(
      ObjectSize size, Scheme scheme, Connection connection, int threads) {
    return new DownloadCase(size, new Door(scheme, connection), threads);
  }

  /// All, small objects before large ones that come through the same door.
  static List<DownloadCase> all() {
    List<DownloadCase> all = new ArrayList<>();
    for (Scheme scheme : Scheme.values()) {
      for (Connection connection : Connection.values()) {
        for (int threads : new int[] {1, Load.MOST_THREADS}) {
          for (ObjectSize size : ObjectSize.values()) {
            all.add(of(size, scheme, connection, threads));
          }
        }
      }
    }
    return all;
  }

  String words() {
    return "size=%s scheme=%s conn=%s threads=%d"
        .formatted(
            size.fileName(),
            door.scheme().name().toLowerCase(Locale.ROOT),
            door.connection().name().toLowerCase(Locale.ROOT),
            threads);
  }

  /// The sides that there is something to tell of.
  List<Side> sides() {
    return Stream.of(Side.values())
        .filter(side -> door.scheme() == Scheme.HTTPS || side.isOfUseWithoutTls())
        .toList();
  }
}
