package dev.millrace.gateway.http;

import dev.millrace.gateway.access.Action;
import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.settings.Settings.ClientLimits;
import dev.millrace.gateway.xml.XmlElement;
import dev.millrace.s3.Payload;
import dev.millrace.s3.Request;
import dev.millrace.s3.Response;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.sign.CanonicalQuery;
import io.helidon.http.HeaderNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

// What is promised. Once a client has its answer, no request that comes after is answered with what
// the origin said of the object before: not by this node, nor by one that could be reached. So
// facts are forgotten after the origin has answered and before the client is: what was asked before
// may be what was, and is not kept; what is asked after is what is. Slices need nothing: they are
// named by the ETag.
//
// Where it is not known what became of a request, facts are forgotten likewise; what the origin
// does later still is seen when they have lived their time.

/// The path of a request that writes: to the origin, and the origin's answer back.
///
/// Safe for use by any number of threads.
final class Writing {
  /// How many may be under way. Each holds a connection to the origin for as long as its client
  /// takes, and those who read have theirs beside.
  static final int MOST = 128;

  /// How many of those one asker may have: an identity, or where there are none, a client's
  /// address.
  private static final int MOST_OF_ONE = MOST / 4;

  private static final long LARGEST_OBJECT = 5L << 30;

  /// Room for 10,000 parts with their checksums, and for 1,000 keys.
  private static final int LARGEST_DOCUMENT = 4 << 20;

  /// Documents are held as a whole, so of those with one fewer may be under way.
  private static final int MOST_DOCUMENTS = 16;

  /// More of the few: the origin may take minutes to answer one.
  private static final int MOST_DOCUMENTS_OF_ONE = MOST_DOCUMENTS / 2;

  private static final int PIECE = 64 << 10;

  private final String bucket;
  private final Origin origin;
  private final StallWatch stalls;
  private final Consumer<Collection<ObjectName>> forget;
  private final RequestAudit audit;
  private final ConnectionLimit turns = limit(MOST, MOST_OF_ONE);
  private final ConnectionLimit documents = limit(MOST_DOCUMENTS, MOST_DOCUMENTS_OF_ONE);

  /// @param bucket the one bucket there is
  /// @param audit is told what came of each
  /// @param forget drops what is known of objects, everywhere
  Writing(
      String bucket,
      Origin origin,
      StallWatch stalls,
      RequestAudit audit,
      Consumer<Collection<ObjectName>> forget) {
    this.bucket = bucket;
    this.origin = origin;
    this.stalls = stalls;
    this.audit = audit;
    this.forget = forget;
  }

  private static ConnectionLimit limit(int most, int mostOfOne) {
    return new ConnectionLimit(
        "to the origin, for writing", new ClientLimits(most, mostOfOne, null), System::nanoTime);
  }

  /// The answer to a request, which its asker may make.
  ///
  /// @throws RefusedBody if what comes along is not what was announced
  Reply answer(Exchange exchange, WriteRequest asked, Asker asker) throws S3Error, IOException {
    WriteOutcome outcome = new WriteOutcome();
    try {
      return answer(exchange, asked, asker, outcome);
    } catch (RefusedBody e) {
      outcome.isFailure(e.error());
      throw e;
    } catch (S3Error e) {
      outcome.isFailure(e);
      throw e;
    } finally {
      audit.wrote(exchange, asked, outcome);
    }
  }

  private Reply answer(Exchange exchange, WriteRequest asked, Asker asker, WriteOutcome outcome)
      throws S3Error, IOException {
    requireBucket(asked.bucket());
    if (asker.proof() == null && exchange.header(HeaderNames.ORIGIN) != null) {
      // A page of others that a browser shows can send what the browser's user may.
      throw new S3Error(Code.ACCESS_DENIED, "Who writes out of a browser signs for it.");
    }
    boolean isDocument = asked.operation().body() == Operation.Body.DOCUMENT;
    ConnectionLimit shared = isDocument ? documents : turns;
    String writer = asker.sharer(exchange);
    if (!shared.enter(writer)) {
      throw S3Error.slowDown(Duration.ofSeconds(1).toNanos());
    }
    try {
      return asked.operation() == Operation.DELETE_OBJECTS
          ? deleted(exchange, asked, asker, outcome)
          : passed(exchange, asked, asker, outcome);
    } finally {
      shared.leave(writer);
    }
  }

  private Reply passed(Exchange exchange, WriteRequest asked, Asker asker, WriteOutcome outcome)
      throws S3Error, IOException {
    SortedMap<String, String> headers = PassedHeaders.toOrigin(exchange.headers());
    String source = exchange.headers().get(CopySource.HEADER);
    Payload payload;
    if (source != null) {
      headers.put(CopySource.HEADER, copied(asked, source, asker));
      payload = nothing(exchange, asker);
    } else {
      payload =
          switch (asked.operation().body()) {
            case NONE -> nothing(exchange, asker);
            case DOCUMENT -> Payload.of(document(exchange, asker));
            case DATA -> data(exchange, asker, headers);
          };
    }
    List<ObjectName> changed =
        asked.operation().changesObjects()
            ? List.of(new ObjectName(bucket, asked.key()))
            : List.of();
    Response answer = sent(request(asked, headers, payload), changed);
    outcome.isDone();
    boolean takesLong = source != null || asked.operation() == Operation.COMPLETE_MULTIPART_UPLOAD;
    return reply(takesLong ? told(answer, exchange, outcome) : answer);
  }

  private Reply deleted(Exchange exchange, WriteRequest asked, Asker asker, WriteOutcome outcome)
      throws S3Error, IOException {
    SortedMap<String, String> headers = PassedHeaders.toOrigin(exchange.headers());
    byte[] document = document(exchange, asker);
    DocumentChecksums.verify(headers, document);
    Deletion deletion = Deletion.of(document);
    List<String> refused = new ArrayList<>(deletion.keys());
    refused.removeIf(key -> isWritable(asker, key));
    List<String> allowed = new ArrayList<>(deletion.keys());
    allowed.removeIf(key -> !isWritable(asker, key));
    outcome.isAbout(allowed, refused);
    XmlElement answer = new XmlElement("DeleteResult", "", List.of());
    if (!allowed.isEmpty()) {
      Payload payload = Payload.of(deletion.documentOf(allowed));
      headers.putAll(DocumentChecksums.of(deletion.documentOf(allowed)));
      List<ObjectName> objects = allowed.stream().map(key -> new ObjectName(bucket, key)).toList();
      answer = parsed(sent(request(asked, headers, payload), objects));
      if (!answer.name().equals("DeleteResult")) {
        throw strange(answer.name(), null);
      }
    }
    outcome.isDone();
    byte[] told = Deletion.answer(answer, refused);
    return new Reply(200, List.of(Reply.XML), new Body.Document(told));
  }

  private boolean isWritable(Asker asker, String key) {
    return asker.may(Action.WRITE, bucket, key) && !new ObjectName(bucket, key).hasDotSegment();
  }

  private Request request(
      WriteRequest asked, SortedMap<String, String> headers, @Nullable Payload payload) {
    return new Request(
        asked.operation().method(),
        bucket,
        asked.operation().isOfObject() ? asked.key() : null,
        CanonicalQuery.of(asked.query()),
        headers,
        payload);
  }

  /// @param changed the objects that are others afterwards
  private Response sent(Request request, List<ObjectName> changed) throws S3Error, IOException {
    Response answer;
    try {
      answer = origin.send(request);
    } catch (RefusedBody e) {
      throw e;
    } catch (IOException e) {
      // What was refused may be so because an attempt before it was not.
      forget(changed);
      throw error(Retry.classified(e));
    }
    forget(changed);
    return answer;
  }

  private void forget(List<ObjectName> changed) {
    // Whoever watched over the client may have interrupted this thread, and the other nodes are to
    // hear of it all the same.
    boolean isInterrupted = Thread.interrupted();
    if (!changed.isEmpty()) {
      forget.accept(changed);
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static S3Error error(OriginException failure) {
    if (failure.reason() == OriginException.Reason.ACCESS_DENIED) {
      return new S3Error(
          Code.ACCESS_DENIED, "The origin does not let the gateway write this.", failure);
    }
    return failure.reason() != OriginException.Reason.MISCONFIGURED
            && failure.getCause() instanceof S3Exception answer
            && (answer.status() / 100 == 4 || answer.status() == 501 || answer.status() == 503)
        ? S3Error.said(answer)
        : S3Error.of(failure);
  }

  private String copied(WriteRequest asked, String source, Asker asker) throws S3Error {
    if (asked.operation().body() != Operation.Body.DATA) {
      throw new S3Error(Code.INVALID_REQUEST, "Nothing is copied by this operation.");
    }
    CopySource copied = CopySource.of(source);
    requireBucket(copied.object().bucket());
    if (!asker.may(Action.READ, bucket, copied.object().key())) {
      throw new S3Error(Code.ACCESS_DENIED, "Access Denied");
    }
    return copied.header();
  }

  private Payload data(Exchange exchange, Asker asker, SortedMap<String, String> headers)
      throws S3Error, IOException {
    Incoming incoming = Incoming.of(exchange, asker, LARGEST_OBJECT, Code.ENTITY_TOO_LARGE);
    Upload upload = Upload.of(incoming, stalls);
    upload
        .headers()
        .forEach((name, value) -> headers.merge(name, value, (own, added) -> added + "," + own));
    return upload.payload();
  }

  private byte[] document(Exchange exchange, Asker asker) throws S3Error, IOException {
    Incoming incoming =
        Incoming.of(exchange, asker, LARGEST_DOCUMENT, Code.MAX_MESSAGE_LENGTH_EXCEEDED);
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    byte[] piece = new byte[PIECE];
    int filled;
    do {
      filled = stalls.fill(incoming.bytes(), piece);
      document.write(piece, 0, filled);
    } while (filled == PIECE);
    return document.toByteArray();
  }

  /// What stands for no body at all. Some services want to hear that it has no bytes.
  private static @Nullable Payload nothing(Exchange exchange, Asker asker) throws S3Error {
    Admission.requireNoPayload(asker);
    Incoming.requireNoTrailer(exchange);
    if (exchange.hasBody()) {
      throw new S3Error(Code.INVALID_REQUEST, "This operation takes no body.");
    }
    return exchange.method().equals("PUT") || exchange.method().equals("POST")
        ? Payload.of(new byte[0])
        : null;
  }

  /// The answer to what takes long, which S3 begins before it knows the end: an error may come with
  /// 200, and stays as it is. A result has the URL that the client knows the object by, and not the
  /// origin's.
  private static Response told(Response answer, Exchange exchange, WriteOutcome outcome)
      throws S3Error {
    XmlElement document = parsed(answer);
    if (document.name().equals("Error")) {
      String code = String.valueOf(document.text("Code"));
      outcome.isFailure(S3Error.said(new S3Exception(answer.status(), code, "", null)));
    }
    if (!document.name().equals("CompleteMultipartUploadResult")) {
      return answer;
    }
    List<XmlElement> children = new ArrayList<>(document.children());
    children.replaceAll(child ->
        child.name().equals("Location") ? XmlElement.of("Location", exchange.url()) : child);
    byte[] told = new XmlElement(document.name(), "", children).toBytes();
    return new Response(answer.status(), answer.headers(), told);
  }

  private static XmlElement parsed(Response answer) throws S3Error {
    try {
      return XmlElement.parse(answer.body());
    } catch (IllegalArgumentException e) {
      throw strange(String.valueOf(e.getMessage()), e);
    }
  }

  private static S3Error strange(String what, @Nullable IllegalArgumentException cause) {
    return S3Error.of(
        new OriginException(
            OriginException.Reason.UNAVAILABLE, "the origin answers " + what, cause));
  }

  private static Reply reply(Response answer) {
    Body body = answer.body().length == 0 ? new Body.None() : new Body.Document(answer.body());
    return new Reply(answer.status(), PassedHeaders.toClient(answer), body);
  }

  private void requireBucket(String name) throws S3Error {
    if (!name.equals(bucket)) {
      throw new S3Error(Code.NO_SUCH_BUCKET, "The specified bucket does not exist.");
    }
  }
}
