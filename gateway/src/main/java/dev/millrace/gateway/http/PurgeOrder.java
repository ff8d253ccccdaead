package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Purge;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What another node says is to be purged, and the generation that has begun with it there.
record PurgeOrder(Purge purge, long generation) {
  private static final Pattern GENERATION = Pattern.compile("[1-9]\\d{0,17}");
  private static final Pattern OF_BUCKET = Pattern.compile("/([^/]+)/([1-9]\\d{0,17})/(.*)");

  /// @param path as it was sent, and so `query`, which is empty if there was none
  static PurgeOrder of(String path, String query) throws S3Error {
    if (path.equals("/") && GENERATION.matcher(query).matches()) {
      return new PurgeOrder(new Purge.OfEverything(), Long.parseLong(query));
    }
    Matcher parts = OF_BUCKET.matcher(path);
    if (!parts.matches()) {
      throw new S3Error(Code.INVALID_REQUEST, "That is nothing to purge.");
    }
    String bucket = PercentEncoding.decode(parts.group(1));
    String key = PercentEncoding.decode(parts.group(3));
    Purge purge =
        switch (query) {
          case "prefix" -> new Purge.OfPrefix(bucket, key);
          case "" -> new Purge.OfObject(new ObjectName(bucket, key));
          default -> throw new S3Error(Code.INVALID_REQUEST, "That is nothing to purge.");
        };
    return new PurgeOrder(purge, Long.parseLong(parts.group(2)));
  }
}
