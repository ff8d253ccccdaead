package dev.millrace.s3;

import dev.millrace.s3.Request.Method;
import dev.millrace.s3.credentials.CredentialsException;
import dev.millrace.s3.http.PoolStanding;
import dev.millrace.s3.retry.Retries;
import dev.millrace.s3.retry.RetryBudget;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads objects of an S3-compatible service and lists them. Whatever else a service does is asked
/// of it by [#send].
///
/// Calls block; they may be made from any number of threads at once, virtual ones too, and share a
/// pool of connections. What fails in a way that another attempt may not meet again is tried again,
/// as [S3Config.Builder#retries] says. A service that answers with an error makes an [S3Exception].
/// One that cannot be talked to makes another [IOException], whose message names host and port:
/// [java.net.SocketTimeoutException] where it is silent, [java.net.ConnectException] and
/// [java.net.UnknownHostException] where it is not to be reached, [javax.net.ssl.SSLException]
/// where TLS fails.
///
/// A bucket or key that cannot exist makes an [IllegalArgumentException].
public final class S3Client implements AutoCloseable {
  /// The parameters that a listing may have. Others would make it another operation.
  public static final Set<String> LIST_PARAMETERS =
      Set.of(
          "list-type",
          "prefix",
          "delimiter",
          "max-keys",
          "start-after",
          "continuation-token",
          "fetch-owner",
          "encoding-type");

  private static final int LONGEST_DOCUMENT = 16 << 20;

  private final S3Service service;
  private final Retries retries;

  public S3Client(S3Config config) {
    this(config, InstantSource.system());
  }

  S3Client(S3Config config, InstantSource clock) {
    this(
        new S3Service(config, clock),
        new Retries(config.retries(), new RetryBudget(), Failures::isTransient));
  }

  private S3Client(S3Service service, Retries retries) {
    this.service = service;
    this.retries = retries;
  }

  /// A client that shares all with this one, connections and retry budget included, but for how it
  /// retries. Closing either closes both.
  public S3Client with(RetryPolicy policy) {
    return new S3Client(service, retries.under(policy));
  }

  /// How this client retries.
  public Retries retries() {
    return retries;
  }

  /// Asks whether the service answers and `bucket` may be listed: returns if so. A key that may
  /// only read objects makes an [S3Exception] of status 403, from a service that is there.
  public void probe(String bucket) throws IOException {
    Request request = Request.ofBucket(Method.HEAD, bucket, Map.of());
    call(() -> {
      try (Answer answer = service.send(request)) {
        if (answer.status() != 200) {
          throw answer.status() == 404
              ? ErrorAnswer.exception(answer, "NoSuchBucket")
              : ErrorAnswer.exception(answer);
        }
        return answer.status();
      }
    });
  }

  /// The facts of the object's present version.
  public ObjectFacts head(String bucket, String key) throws IOException {
    return call(() -> facts(Request.ofObject(Method.HEAD, bucket, key)));
  }

  /// The facts of the object's present version, asked for on the condition that they are no longer
  /// those that are `known` (RFC 9110, section 13.1.2).
  ///
  /// The service compares ETags, and an object can be given other headers and keep its ETag; so an
  /// answer that it is not modified, but was stored at another time, has it asked without the
  /// condition.
  ///
  /// @return `known` itself where nothing has changed
  public ObjectFacts head(String bucket, String key, ObjectFacts known) throws IOException {
    Request conditional = Request.ofObject(Method.HEAD, bucket, key);
    conditional.headers().put("if-none-match", known.etag());
    return call(() -> {
      try (Answer answer = service.send(conditional)) {
        if (answer.status() != 304) {
          ObjectFacts present = facts(answer);
          return present.equals(known) ? known : present;
        }
        if (answer.isOf(known)) {
          return known;
        }
      }
      return facts(Request.ofObject(Method.HEAD, bucket, key));
    });
  }

  private ObjectFacts facts(Request head) throws IOException {
    try (Answer answer = service.send(head)) {
      return facts(answer);
    }
  }

  private static ObjectFacts facts(Answer answer) throws IOException {
    if (answer.status() != 200) {
      throw ErrorAnswer.exception(answer);
    }
    return answer.facts(answer.length());
  }

  /// Opens an object.
  public ObjectBody open(String bucket, String key) throws IOException {
    return open(bucket, key, null, null);
  }

  /// Opens an object, or a part of it.
  ///
  /// @param range the bytes wanted, at least one; the whole object where null. What lies beyond the
  ///   object's end is left out; a range wholly beyond it makes an [S3Exception] of status 416.
  /// @param ifMatch the ETag of the only version wanted, with its quotation marks; where the
  ///   present version is another, an [S3Exception] of status 412 is thrown
  public ObjectBody open(
      String bucket, String key, @Nullable ByteRange range, @Nullable String ifMatch)
      throws IOException {
    if (ifMatch != null && ifMatch.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("an ETag with a control character");
    }
    ObjectSource source = new ObjectSource(service, bucket, key, retries);
    return new ObjectBody(source, call(() -> source.open(range, ifMatch)));
  }

  /// Reads what `into` has room for, from `offset` on, straight from the network into it.
  ///
  /// @return how many bytes: fewer than there is room for where the object ends before, and at
  ///   least one
  public int read(String bucket, String key, long offset, ByteBuffer into) throws IOException {
    int begin = into.position();
    try (ObjectBody body = open(bucket, key, new ByteRange(offset, into.remaining()), null)) {
      while (into.position() - begin < body.range().length()) {
        body.read(into);
      }
      // Of a body in chunks the end remains to be read.
      body.read(ByteBuffer.allocate(1));
    }
    return into.position() - begin;
  }

  /// Reads as many bytes as `into` has, from `offset` on, straight from the network into it.
  ///
  /// @param into memory outside the heap, or over an array of bytes
  /// @return how many bytes: fewer than there is room for where the object ends before, and at
  ///   least one
  public long read(String bucket, String key, long offset, MemorySegment into) throws IOException {
    long read = 0;
    try (ObjectBody body = open(bucket, key, new ByteRange(offset, into.byteSize()), null)) {
      long due = body.range().length();
      while (read < due) {
        long most = Math.min(due - read, 1 << 30); // a buffer holds no more than an int can count
        ByteBuffer room = into.asSlice(read, most).asByteBuffer();
        while (room.hasRemaining()) {
          body.read(room);
        }
        read += most;
      }
      body.read(ByteBuffer.allocate(1));
    }
    return read;
  }

  /// The objects whose keys begin with `prefix`, in the order of their keys' bytes. Pages of up to
  /// 1,000 are asked for as the stream is read; a failure is then an
  /// [java.io.UncheckedIOException].
  public Stream<ListedObject> list(String bucket, String prefix) {
    return new Listing(this, bucket, prefix).objects();
  }

  /// The answer to ListObjectsV2, in XML (UTF-8), at most 16 MiB.
  ///
  /// @param query the parameters, decoded, each one of [#LIST_PARAMETERS]; `list-type=2` is added
  ///   where it is missing
  public byte[] listXml(String bucket, Map<String, String> query) throws IOException {
    Map<String, String> parameters = new HashMap<>(query);
    parameters.put("list-type", "2");
    if (!LIST_PARAMETERS.containsAll(parameters.keySet())) {
      throw new IllegalArgumentException(query.keySet() + " are not all among " + LIST_PARAMETERS);
    }
    Request request = Request.ofBucket(Method.GET, bucket, parameters);
    return call(() -> {
      try (Answer answer = service.send(request)) {
        if (answer.status() != 200) {
          throw ErrorAnswer.exception(answer);
        }
        return document(answer);
      }
    });
  }

  private static byte[] document(Answer answer) throws IOException {
    byte[] document = answer.exchange().stream().readNBytes(LONGEST_DOCUMENT + 1);
    if (document.length > LONGEST_DOCUMENT) {
      throw new ProtocolException("the answer is longer than " + LONGEST_DOCUMENT + " bytes");
    }
    return document;
  }

  /// Sends a request, signed and for the rest as it is, and returns what the service answers, at
  /// most 16 MiB. It is not retried: what has gone wrong after the request was out may be done.
  ///
  /// @throws PayloadException where that failed from which the payload comes
  public Response send(Request request) throws IOException {
    try (Answer answer = service.send(request)) {
      if (answer.status() >= 300) {
        throw ErrorAnswer.exception(answer);
      }
      return new Response(answer.status(), answer.headers(), document(answer));
    } catch (IOException e) {
      throw service.named(e);
    }
  }

  /// A URL with which anyone may GET the object, without keys.
  ///
  /// @param validity from now on, from 1 second to 7 days; it ends earlier if the keys do
  /// @throws CredentialsException where there are no keys to sign it with
  public URI presignGet(String bucket, String key, Duration validity) throws CredentialsException {
    return service.presigned(Request.ofObject(Method.GET, bucket, key), validity);
  }

  /// The URL of an object, not signed.
  public URI url(String bucket, String key) {
    return service.url(Request.ofObject(Method.GET, bucket, key));
  }

  PoolStanding standing() {
    return service.standing();
  }

  /// Closes the connections that nobody uses. Bodies that are open can be read to their end.
  @Override
  public void close() {
    service.close();
  }

  private <T> T call(Retries.Attempt<T> attempt) throws IOException {
    return retries.call(() -> {
      try {
        return attempt.run();
      } catch (IOException e) {
        throw service.named(e);
      }
    });
  }
}
