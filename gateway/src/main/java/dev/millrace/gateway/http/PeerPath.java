package dev.millrace.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.fleet.SliceAddress;
import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.slice.Slices;
import dev.millrace.s3.ObjectFacts;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What other nodes of the fleet ask this one:
///
/// - `GET /BUCKET/SIZE/INDEX/LENGTH/KEY` with If-Match and a Range to its end: a slice
///   ([SliceAddress]), from memory, the SSD or the origin, and never from another node, so that no
///   two ever wait for each other. The asker has the object's facts from the origin, and the fetch
///   demands the version again; so nothing is asked here but for the bytes.
/// - `HEAD /BUCKET`: whether the node is there.
/// - `GET /`: what it knows of the fleet, as text.
///
/// A slice of another size than is held here is refused: one of the two has other settings.
public final class PeerPath implements Handler, AutoCloseable {
  private final String bucket;
  private final Slices slices;
  private final Supplier<String> report;
  private final StallWatch stalls;
  private final ReplyWriter writer;

  /// @param slices of this gateway alone
  /// @param report of the fleet
  /// @param listener is told of every request
  public PeerPath(
      String bucket,
      Slices slices,
      Supplier<String> report,
      Duration clientTimeout,
      RequestListener listener) {
    this.bucket = bucket;
    this.slices = slices;
    this.report = report;
    this.stalls = new StallWatch(clientTimeout);
    this.writer = new ReplyWriter(slices, listener, stalls);
  }

  /// Stops looking after those who ask.
  @Override
  public void close() {
    stalls.close();
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    Exchange exchange = new Exchange(request, response);
    writer.answer(exchange, () -> writer.send(exchange, reply(exchange)));
  }

  private Reply reply(Exchange exchange) throws S3Error {
    String path = exchange.rawPath();
    requireMethod(exchange, "GET", "HEAD");
    if (!path.startsWith("/")) {
      throw new S3Error(Code.INVALID_URI, "The path must begin with a slash.");
    }
    if (path.equals("/")) {
      return new Reply(200, List.of(Reply.TEXT), new Body.Document(report.get().getBytes(UTF_8)));
    }
    int slash = path.indexOf('/', 1);
    String asked = PercentEncoding.decode(path.substring(1, slash < 0 ? path.length() : slash));
    if (!asked.equals(bucket)) {
      throw new S3Error(Code.NO_SUCH_BUCKET, "This fleet serves another bucket.");
    }
    return slash < 0
        ? new Reply(200, List.of(), new Body.None())
        : slice(exchange, PercentEncoding.decode(path.substring(slash + 1)));
  }

  private Reply slice(Exchange exchange, String key) throws S3Error {
    requireMethod(exchange, "GET");
    SliceAddress slice = address(key);
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
      throw new S3Error(
          Code.METHOD_NOT_ALLOWED,
          "The specified method is not allowed against this resource.",
          List.of(HeaderValues.create(HeaderNames.ALLOW, String.join(", ", allowed))));
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
