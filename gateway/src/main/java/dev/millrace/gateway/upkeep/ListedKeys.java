package dev.millrace.gateway.upkeep;

import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.s3.ListedObject;
import dev.millrace.s3.ListedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The keys of a bucket that begin with a prefix, as its origin lists them: a page is asked for
/// when the one before has been read. What fails is an [UncheckedIOException]. For one thread.
final class ListedKeys implements Iterator<String> {
  private final Origin origin;
  private final Retry retry;
  private final String bucket;
  private final String prefix;
  private Iterator<ListedObject> page = Collections.emptyIterator();
  private @Nullable String next = "";

  ListedKeys(Origin origin, Retry retry, String bucket, String prefix) {
    this.origin = origin;
    this.retry = retry;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  @Override
  public boolean hasNext() {
    while (!page.hasNext() && next != null) {
      turn(next);
    }
    return page.hasNext();
  }

  @Override
  public String next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.next().key();
  }

  /// @param token empty for the first page
  private void turn(String token) {
    SequencedMap<String, String> query = new LinkedHashMap<>();
    query.put("list-type", "2");
    query.put("prefix", prefix);
    query.put("encoding-type", "url");
    if (!token.isEmpty()) {
      query.put("continuation-token", token);
    }
    try {
      ListedPage turned = ListedPage.parse(retry.call(() -> origin.list(bucket, query)));
      if (token.equals(turned.next())) {
        throw new ProtocolException("the listing of " + bucket + " goes round in a circle");
      }
      page = turned.objects().iterator();
      next = turned.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
