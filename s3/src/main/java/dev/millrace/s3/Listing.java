package dev.millrace.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The answers to ListObjectsV2, page after page.
///
/// Keys are asked for in URL encoding, since XML 1.0 cannot carry every character that a key may
/// have.
final class Listing {
  /// What comes before the first page, so that this is asked for like the others.
  private static final ListedPage BEGINNING = new ListedPage(List.of(), "");

  private final S3Client client;
  private final String bucket;
  private final String prefix;

  Listing(S3Client client, String bucket, String prefix) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  Stream<ListedObject> objects() {
    return Stream.iterate(BEGINNING, page -> page != null, this::after)
        .flatMap(page -> page.objects().stream());
  }

  private @Nullable ListedPage after(ListedPage page) {
    if (page.next() == null) {
      return null;
    }
    ListedPage after = page(page.next());
    if (page.next().equals(after.next())) {
      throw new UncheckedIOException(
          new ProtocolException("the listing of " + bucket + " goes round in a circle"));
    }
    return after;
  }

  /// @param token empty for the first page
  private ListedPage page(String token) {
    Map<String, String> query = new HashMap<>(Map.of("prefix", prefix, "encoding-type", "url"));
    if (!token.isEmpty()) {
      query.put("continuation-token", token);
    }
    try {
      return ListedPage.parse(client.listXml(bucket, query));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
