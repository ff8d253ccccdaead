package dev.millrace.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.fleet.SliceAddress;
import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Purge;
import dev.millrace.gateway.slice.SliceSupply;
import dev.millrace.gateway.slice.Slices;
import dev.millrace.s3.ObjectFacts;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What other nodes of the fleet ask this one:
///
/// - `GET /BUCKET/SIZE/INDEX/LENGTH/GENERATION/KEY` with If-Match and a Range to its end: a slice
///   ([SliceAddress]), from memory, the SSD or the origin, and never from another node, so that no
///   two ever wait for each other. The asker has the object's facts from the origin, and the fetch
///   demands the version again; so nothing is asked here but for the bytes.
/// - `HEAD /BUCKET`: whether the node is there.
/// - `PURGE /BUCKET/GENERATION/KEY`, with `?prefix` for all keys that begin so, and `PURGE
///   /?GENERATION` for everything. It is done when the answer is there.
/// - `FORGET /BUCKET` with keys in the body, one on a line, percent-encoded: they were written, and
///   what is known of them is to be forgotten when the answer is there.
/// - `GET /`: what it knows of the fleet, as text.
///
/// A slice of another size than is held here is refused: one of the two has other settings.
public final class PeerPath implements Handler, AutoCloseable {
  /// A thousand keys, every octet of them encoded.
  private static final int LONGEST_KEYS = 4 << 20;

  private final String bucket;
  private final Slices slices;
  private final Supplier<String> report;
  private final Purger purger;
  private final Consumer<Collection<ObjectName>> forget;
  private final StallWatch stalls;
  private final RequestTracer tracer;
  private final RequestListener listener;

  /// Purges what another node says.
  @FunctionalInterface
  public interface Purger {
    /// Returns when it is done.
    ///
    /// @param generation that has begun with it there
    /// @throws IOException if it holds until a restart only
    void purge(Purge purge, long generation) throws IOException;
  }

  /// @param slices of this gateway alone
  /// @param report of the fleet
  /// @param forget drops the facts of objects
  /// @param tracer traces some of the requests
  /// @param listener is told of every request
  public PeerPath(
      String bucket,
      Slices slices,
      Supplier<String> report,
      Purger purger,
      Consumer<Collection<ObjectName>> forget,
      Duration clientTimeout,
      RequestTracer tracer,
      RequestListener listener) {
    this.bucket = bucket;
    this.slices = slices;
    this.report = report;
    this.purger = purger;
    this.forget = forget;
    this.stalls = new StallWatch(clientTimeout);
    this.tracer = tracer;
    this.listener = listener;
  }

  /// From now on whoever asks may take nothing in for so long.
  public void renew(Duration clientTimeout) {
    stalls.renew(clientTimeout);
  }

  /// Stops looking after those who ask.
  @Override
  public void close() {
    stalls.close();
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    Exchange exchange = new Exchange(request, response);
    ReplyWriter writer = writer(slices);
    try (RequestTracer.RequestSpan _ = exchange.trace(tracer)) {
      writer.answer(exchange, () -> answer(exchange, writer));
    }
  }

  private ReplyWriter writer(SliceSupply supply) {
    return new ReplyWriter(supply, listener, stalls);
  }

  private void answer(Exchange exchange, ReplyWriter writer) throws S3Error, IOException {
    String path = exchange.rawPath();
    requireMethod(exchange, "GET", "HEAD", "PURGE", "FORGET");
    if (!path.startsWith("/")) {
      throw new S3Error(Code.INVALID_URI, "The path must begin with a slash.");
    }
    if (exchange.method().equals("PURGE")) {
      PurgeOrder order = PurgeOrder.of(path, exchange.rawQuery());
      purger.purge(order.purge(), order.generation());
      writer.send(exchange, new Reply(200, List.of(), new Body.None()));
    } else if (path.equals("/")) {
      byte[] text = report.get().getBytes(UTF_8);
      writer.send(exchange, new Reply(200, List.of(Reply.TEXT), new Body.Document(text)));
    } else {
      answerOfBucket(exchange, path, writer);
    }
  }

  private void answerOfBucket(Exchange exchange, String path, ReplyWriter writer)
      throws S3Error, IOException {
    int slash = path.indexOf('/', 1);
    String asked = PercentEncoding.decode(path.substring(1, slash < 0 ? path.length() : slash));
    if (!asked.equals(bucket)) {
      throw new S3Error(Code.NO_SUCH_BUCKET, "This fleet serves another bucket.");
    }
    if (slash < 0 && exchange.method().equals("FORGET")) {
      forget.accept(written(exchange));
    }
    if (slash < 0) {
      writer.send(exchange, new Reply(200, List.of(), new Body.None()));
      return;
    }
    requireMethod(exchange, "GET");
    SliceAddress slice = address(PercentEncoding.decode(path.substring(slash + 1)));
    writer(slices.since(slice.generation())).send(exchange, reply(exchange, slice));
  }

  private List<ObjectName> written(Exchange exchange) throws S3Error, IOException {
    byte[] keys = exchange.body().readNBytes(LONGEST_KEYS + 1);
    if (keys.length > LONGEST_KEYS) {
      throw new S3Error(Code.MAX_MESSAGE_LENGTH_EXCEEDED, "Your request was too big.");
    }
    List<ObjectName> written = new ArrayList<>();
    for (String key : new String(keys, US_ASCII).split("\n", -1)) {
      written.add(new ObjectName(bucket, PercentEncoding.decode(key)));
    }
    return written;
  }

  private static Reply reply(Exchange exchange, SliceAddress slice) throws S3Error {
    String etag = exchange.header(HeaderNames.IF_MATCH);
    String range = exchange.header(HeaderNames.RANGE);
    if (etag == null || range == null) {
      throw new S3Error(Code.INVALID_REQUEST, "A slice is asked for with If-Match and Range.");
    }
    if (!(RangeRequest.of(range, "bytes", slice.length())
            instanceof RangeRequest.Part(long first, long last))
        || last != slice.length() - 1) {
      throw new S3Error(Code.INVALID_RANGE, "The range does not go to the end of the slice.");
    }
    long offset = slice.index() * slice.size();
    // What is told of the object ends with the slice, so that it has the length that it should.
    ObjectFacts facts = new ObjectFacts(offset + slice.length(), etag, Instant.EPOCH, Map.of());
    return new Reply(
        206,
        List.of(
            HeaderValues.create(HeaderNames.ETAG, etag),
            HeaderValues.create(HeaderNames.LAST_MODIFIED, HttpDate.format(Instant.EPOCH)),
            HeaderValues.create(
                HeaderNames.CONTENT_RANGE, "bytes " + first + "-" + last + "/" + slice.length())),
        new Body.ObjectBytes(slice.object(), facts, offset + first, last - first + 1));
  }

  private static void requireMethod(Exchange exchange, String... allowed) throws S3Error {
    if (!List.of(allowed).contains(exchange.method())) {
      throw S3Error.methodNotAllowed(String.join(", ", allowed));
    }
  }

  private SliceAddress address(String key) throws S3Error {
    try {
      SliceAddress slice = SliceAddress.parse(bucket, key);
      if (slice.size() == slices.size()) {
        return slice;
      }
      throw new S3Error(
          Code.INVALID_REQUEST,
          "Slices have " + slices.size() + " bytes here (slice-size), not " + slice.size() + ".");
    } catch (IllegalArgumentException e) {
      throw new S3Error(Code.INVALID_REQUEST, String.valueOf(e.getMessage()));
    }
  }
}
