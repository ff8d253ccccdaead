package dev.millrace.gateway.http;

import dev.millrace.gateway.access.Action;
import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.Retry;
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
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Semaphore;
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

  private static final long LARGEST_OBJECT = 5L << 30;

  /// Room for 10,000 parts with their checksums, and for 1,000 keys.
  private static final int LARGEST_DOCUMENT = 4 << 20;

  /// Documents are held as a whole, so of those with one fewer may be under way.
  private static final int MOST_DOCUMENTS = 16;

  private static final int PIECE = 64 << 10;

  /// What the origin says of the gateway's own signature, though its status is of a client's fault.
  private static final Set<String> OF_CREDENTIALS =
      Set.of(
          "AuthorizationHeaderMalformed",
          "AuthorizationQueryParametersError",
          "ExpiredToken",
          "IllegalLocationConstraintException",
          "InvalidToken",
          "TokenRefreshRequired",
          "XAmzContentSHA256Mismatch");

  private final String bucket;
  private final Origin origin;
  private final StallWatch stalls;
  private final Consumer<Collection<ObjectName>> forget;
  private final Semaphore turns = new Semaphore(MOST);
  private final Semaphore documents = new Semaphore(MOST_DOCUMENTS);

  /// @param bucket the one bucket there is
  /// @param forget drops what is known of objects, everywhere
  Writing(
      String bucket, Origin origin, StallWatch stalls, Consumer<Collection<ObjectName>> forget) {
    this.bucket = bucket;
    this.origin = origin;
    this.stalls = stalls;
    this.forget = forget;
  }

  /// The answer to a request, which its asker may make.
  ///
  /// @throws RefusedBody if what comes along is not what was announced
  Reply answer(Exchange exchange, WriteRequest asked, Asker asker) throws S3Error, IOException {
    requireBucket(asked.bucket());
    if (asker.proof() == null && exchange.header(HeaderNames.ORIGIN) != null) {
      // A page of others that a browser shows can send what the browser's user may.
      throw new S3Error(Code.ACCESS_DENIED, "Who writes out of a browser signs for it.");
    }
    boolean isDocument = asked.operation().body() == Operation.Body.DOCUMENT;
    Semaphore shared = isDocument ? documents : turns;
    if (!shared.tryAcquire()) {
      throw S3Error.slowDown(Duration.ofSeconds(1).toNanos());
    }
    try {
      return asked.operation() == Operation.DELETE_OBJECTS
          ? deleted(exchange, asked, asker)
          : passed(exchange, asked, asker);
    } finally {
      shared.release();
    }
  }

  private Reply passed(Exchange exchange, WriteRequest asked, Asker asker)
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
    return asked.operation() == Operation.COMPLETE_MULTIPART_UPLOAD
        ? reply(located(answer, exchange))
        : reply(answer);
  }

  private Reply deleted(Exchange exchange, WriteRequest asked, Asker asker)
      throws S3Error, IOException {
    SortedMap<String, String> headers = PassedHeaders.toOrigin(exchange.headers());
    byte[] document = document(exchange, asker);
    DocumentChecksums.verify(headers, document);
    Deletion deletion = Deletion.of(document);
    List<String> refused = new ArrayList<>(deletion.keys());
    refused.removeIf(key -> isWritable(asker, key));
    List<String> allowed = new ArrayList<>(deletion.keys());
    allowed.removeIf(key -> !isWritable(asker, key));
    XmlElement answer = new XmlElement("DeleteResult", "", List.of());
    if (!allowed.isEmpty()) {
      Payload payload = Payload.of(deletion.documentOf(allowed));
      headers.putAll(DocumentChecksums.of(deletion.documentOf(allowed)));
      List<ObjectName> objects = allowed.stream().map(key -> new ObjectName(bucket, key)).toList();
      answer = parsed(sent(request(asked, headers, payload), objects));
      if (!answer.name().equals("DeleteResult")) {
        throw S3Error.of(
            new OriginException(
                OriginException.Reason.UNAVAILABLE, "the origin answers " + answer.name(), null));
      }
    }
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
    return failure.getCause() instanceof S3Exception answer && isOfTheClient(answer)
        ? S3Error.said(answer)
        : S3Error.of(failure);
  }

  private static boolean isOfTheClient(S3Exception answer) {
    return switch (answer.status()) {
      case 501, 503 -> true;
      default ->
          answer.status() >= 400
              && answer.status() < 500
              && !OF_CREDENTIALS.contains(answer.code());
    };
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
    if (exchange.hasBody()) {
      throw new S3Error(Code.INVALID_REQUEST, "This operation takes no body.");
    }
    return exchange.method().equals("PUT") || exchange.method().equals("POST")
        ? Payload.of(new byte[0])
        : null;
  }

  /// The answer with the URL that the client knows the object by, and not the origin's. An error,
  /// which may come with 200, stays as it is.
  private static Response located(Response answer, Exchange exchange) throws IOException {
    XmlElement document = parsed(answer);
    if (!document.name().equals("CompleteMultipartUploadResult")) {
      return answer;
    }
    List<XmlElement> children = new ArrayList<>(document.children());
    children.replaceAll(child ->
        child.name().equals("Location") ? XmlElement.of("Location", exchange.url()) : child);
    byte[] told = new XmlElement(document.name(), "", children).toBytes();
    return new Response(answer.status(), answer.headers(), told);
  }

  private static XmlElement parsed(Response answer) throws IOException {
    try {
      return XmlElement.parse(answer.body());
    } catch (IllegalArgumentException e) {
      throw new OriginException(
          OriginException.Reason.UNAVAILABLE, "the origin answers " + e.getMessage(), e);
    }
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
