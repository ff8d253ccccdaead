package dev.millrace.gateway.http;

import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.FactsCache;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.slice.Slices;
import dev.millrace.gateway.xml.XmlWriter;
import dev.millrace.s3.ObjectFacts;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// The path of a request through the gateway. Its stages, in the order of [#handle]:
///
/// 1. what is asked for ([S3Request]);
/// 2. the object's facts, from memory or from the origin ([FactsCache]);
/// 3. whether the client's conditions let it have them ([Preconditions]), and which bytes it wants
///    ([RangeRequest]);
/// 4. the slices the bytes lie in: from memory, or fetched once for all who ask ([Slices]);
/// 5. back out, as the bytes arrive ([ReplyWriter]).
///
/// The status is sent only when the first byte of the body is there, so that whatever fails before
/// is a proper error. What fails later cuts the answer short: the client sees fewer bytes than
/// promised, never wrong ones.
public final class RequestPath implements Handler {
  /// How often a read starts over because the object changed before its first byte was sent.
  private static final int VERSIONS_TRIED = 3;

  private final String bucket;
  private final Origin origin;
  private final Retry retry;
  private final FactsCache facts;
  private final ReplyWriter writer;

  /// @param bucket the one bucket there is
  public RequestPath(
      String bucket,
      Origin origin,
      Retry retry,
      FactsCache facts,
      Slices slices,
      AccessLog accessLog) {
    this.bucket = bucket;
    this.origin = origin;
    this.retry = retry;
    this.facts = facts;
    this.writer = new ReplyWriter(slices, accessLog);
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    Exchange exchange = new Exchange(request, response);
    try {
      S3Request asked = S3Request.of(exchange.method(), exchange.rawPath(), exchange.rawQuery());
      switch (asked) {
        case S3Request.ListBuckets _ -> writer.send(exchange, buckets());
        case S3Request.HeadBucket(String name) -> {
          requireBucket(name);
          writer.send(exchange, new Reply(200, new LinkedHashMap<>(), new Body.None()));
        }
        case S3Request.ListObjects(String name, SequencedMap<String, String> query) ->
            writer.send(exchange, xml(retry.call(() -> origin.list(name, query))));
        case S3Request.ReadObject(ObjectName object) -> read(exchange, object);
      }
    } catch (OriginException e) {
      writer.send(exchange, S3Error.of(e));
    } catch (S3Error e) {
      writer.send(exchange, e);
    } catch (IOException e) {
      writer.send(exchange, new S3Error(Code.INTERNAL_ERROR, String.valueOf(e.getMessage())));
    }
  }

  private void read(Exchange exchange, ObjectName object) throws S3Error, IOException {
    for (int tried = 1; ; tried++) {
      ObjectFacts version = facts.get(object);
      try {
        writer.send(exchange, reply(exchange, object, version));
        return;
      } catch (OriginException e) {
        if (e.reason() != Reason.CHANGED || tried == VERSIONS_TRIED) {
          throw e;
        }
        facts.forget(object);
      }
    }
  }

  private static Reply reply(Exchange exchange, ObjectName object, ObjectFacts version)
      throws S3Error {
    Preconditions conditions = exchange.preconditions();
    SequencedMap<String, String> headers = headers(version);
    return switch (conditions.verdict(version)) {
      case FAILED ->
          throw new S3Error(
              Code.PRECONDITION_FAILED,
              "At least one of the preconditions you specified did not hold.");
      case NOT_MODIFIED -> new Reply(304, headers, new Body.None());
      case PROCEED -> whole(exchange, object, version, conditions, headers);
    };
  }

  private static Reply whole(
      Exchange exchange,
      ObjectName object,
      ObjectFacts version,
      Preconditions conditions,
      SequencedMap<String, String> headers)
      throws S3Error {
    // RFC 9110, section 14.2: a Range header has a meaning for GET alone.
    // https://www.rfc-editor.org/rfc/rfc9110#section-14.2
    if (exchange.isHead()) {
      return new Reply(200, headers, new Body.Omitted(version.size()));
    }
    String range = conditions.rangeHolds(version) ? exchange.header(HeaderNames.RANGE) : null;
    RangeRequest wanted =
        range == null ? new RangeRequest.Whole() : RangeRequest.of(range, version.size());
    return switch (wanted) {
      case RangeRequest.Whole _ when version.size() == 0 ->
          new Reply(200, headers, new Body.Document(new byte[0]));
      case RangeRequest.Whole _ ->
          new Reply(200, headers, new Body.ObjectBytes(object, version, 0, version.size()));
      case RangeRequest.Part(long first, long last) -> {
        headers.put("Content-Range", "bytes " + first + "-" + last + "/" + version.size());
        yield new Reply(
            206, headers, new Body.ObjectBytes(object, version, first, last - first + 1));
      }
      case RangeRequest.Unsatisfiable _ ->
          throw new S3Error(
              Code.INVALID_RANGE,
              "The requested range is not satisfiable",
              Map.of("Content-Range", "bytes */" + version.size()));
    };
  }

  private static SequencedMap<String, String> headers(ObjectFacts version) {
    SequencedMap<String, String> headers = new LinkedHashMap<>();
    headers.put("ETag", version.etag());
    headers.put(
        "Last-Modified",
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            version.lastModified().atOffset(ZoneOffset.UTC)));
    headers.put("Accept-Ranges", "bytes");
    headers.putAll(version.headers());
    return headers;
  }

  private void requireBucket(String name) throws S3Error {
    if (!name.equals(bucket)) {
      throw new S3Error(Code.NO_SUCH_BUCKET, "The specified bucket does not exist.");
    }
  }

  private Reply buckets() {
    byte[] document =
        new XmlWriter()
            .root("ListAllMyBucketsResult")
            .open("Buckets")
            .open("Bucket")
            .text("Name", bucket)
            .close("Bucket")
            .close("Buckets")
            .close("ListAllMyBucketsResult")
            .toBytes();
    return xml(document);
  }

  private static Reply xml(byte[] document) {
    SequencedMap<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/xml");
    return new Reply(200, headers, new Body.Document(document));
  }
}
