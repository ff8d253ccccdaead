package dev.millrace.bench.s3.link;

import dev.millrace.bench.s3.link.client.Side;
import dev.millrace.bench.s3.link.client.Upload;
import java.util.List;

/// One thing to measure.
///
/// @param connections how many each side may use, which the loop has one of in any case
record LinkCase(Upload upload, int connections) {
  private static final List<Side> ALONE = List.of(Side.MILLRACE, Side.LOOP);
  private static final List<Side> SIDE_BY_SIDE =
      List.of(Side.MILLRACE, Side.SDK_CRT, Side.SDK_NETTY);

  static final List<LinkCase> ALL =
      List.of(
          new LinkCase(Upload.PARTS, 4),
          new LinkCase(Upload.PARTS, 8),
          new LinkCase(Upload.PUT, 4),
          new LinkCase(Upload.PUT, 8),
          new LinkCase(Upload.PUT, 1));

  static final List<LinkCase> QUICK =
      List.of(
          new LinkCase(Upload.PARTS, 4),
          new LinkCase(Upload.PARTS, 8),
          new LinkCase(Upload.PUT, 8),
          new LinkCase(Upload.PUT, 1));

  /// The sides that there is something to tell of: the loop where one connection is all there is.
  List<Side> sides() {
    return connections == 1 ? ALONE : SIDE_BY_SIDE;
  }

  String words() {
    return "upload=%s connections=%d".formatted(upload.word(), connections);
  }
}
