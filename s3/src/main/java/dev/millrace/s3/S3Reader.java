package dev.millrace.s3;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.sign.SigV4;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads objects of an S3-compatible service and lists them.
///
/// Calls block; they may be made from any number of threads at once. Nothing is retried. A service
/// that answers with an error makes an [S3Exception]. One that cannot be talked to makes another
/// [IOException], whose message names host and port: [java.net.SocketTimeoutException] where it is
/// silent, [java.net.ConnectException] and [java.net.UnknownHostException] where it is not to be
/// reached, [javax.net.ssl.SSLException] where TLS fails.
///
/// A bucket or key that cannot exist makes an [IllegalArgumentException].
public final class S3Reader {
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

  private static final int LONGEST_LISTING = 16 << 20;
  private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");

  private final HttpService service;
  private final SigV4 signer;
  private final CredentialsSource credentials;
  private final InstantSource clock;

  public S3Reader(S3Config config) {
    this(config, InstantSource.system());
  }

  S3Reader(S3Config config, InstantSource clock) {
    this.service = new HttpService(config);
    this.signer = new SigV4(config.region());
    this.credentials = config.credentials();
    this.clock = clock;
  }

  /// Asks whether the service answers and `bucket` may be listed: returns if so. A key that may
  /// only read objects makes an [S3Exception] of status 403, from a service that is there.
  public void probe(String bucket) throws IOException {
    try (Answer answer = send(Request.head(path(bucket)))) {
      if (answer.status() != 200) {
        throw answer.status() == 404
            ? ErrorAnswer.exception(answer, "NoSuchBucket")
            : ErrorAnswer.exception(answer);
      }
    } catch (IOException e) {
      throw service.named(e);
    }
  }

  /// The facts of the object's present version.
  public ObjectFacts head(String bucket, String key) throws IOException {
    try (Answer answer = send(Request.head(path(bucket, key)))) {
      if (answer.status() != 200) {
        throw ErrorAnswer.exception(answer);
      }
      return answer.facts(answer.length());
    } catch (IOException e) {
      throw service.named(e);
    }
  }

  /// Opens an object, or a part of it.
  ///
  /// @param range the bytes wanted, at least one; the whole object where null. What lies beyond the
  ///   object's end is left out; a range wholly beyond it makes an [S3Exception] of status 416.
  /// @param ifMatch the ETag of the only version wanted, with its quotation marks; where the
  ///   present version is another, an [S3Exception] of status 412 is thrown
  public ObjectBody get(
      String bucket, String key, @Nullable ByteRange range, @Nullable String ifMatch)
      throws IOException {
    Request request = Request.get(path(bucket, key));
    if (range != null) {
      if (range.length() == 0) {
        throw new IllegalArgumentException("a range of no bytes cannot be asked for");
      }
      request.headers().put("range", range.header());
    }
    if (ifMatch != null) {
      if (ifMatch.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("an ETag with a control character");
      }
      request.headers().put("if-match", ifMatch);
    }
    try {
      Answer answer = send(request);
      try {
        return body(answer, range, ifMatch);
      } catch (IOException e) {
        try (answer) {
          throw e;
        }
      }
    } catch (IOException e) {
      throw service.named(e);
    }
  }

  /// The answer to ListObjectsV2, in XML (UTF-8), at most 16 MiB.
  ///
  /// @param query the parameters, decoded, each one of [#LIST_PARAMETERS]; `list-type=2` is added
  ///   where it is missing
  public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
    Map<String, String> parameters = new HashMap<>(query);
    parameters.put("list-type", "2");
    if (!LIST_PARAMETERS.containsAll(parameters.keySet())) {
      throw new IllegalArgumentException(
          query.sequencedKeySet() + " are not all among " + LIST_PARAMETERS);
    }
    Request request = new Request(Request.Method.GET, path(bucket), parameters, new TreeMap<>());
    try (Answer answer = send(request)) {
      if (answer.status() != 200) {
        throw ErrorAnswer.exception(answer);
      }
      byte[] xml = answer.body().readNBytes(LONGEST_LISTING + 1);
      if (xml.length > LONGEST_LISTING) {
        throw new ProtocolException("the listing is longer than " + LONGEST_LISTING + " bytes");
      }
      if (answer.hasLength() && answer.length() != xml.length) {
        throw new ProtocolException("the listing ended before its announced end");
      }
      return xml;
    } catch (IOException e) {
      throw service.named(e);
    }
  }

  /// Takes the answer to a GET for what it must be, and nothing else.
  private ObjectBody body(Answer answer, @Nullable ByteRange wanted, @Nullable String ifMatch)
      throws IOException {
    ByteRange sent;
    long size;
    switch (answer.status()) {
      case 200 -> {
        size = answer.length();
        sent = new ByteRange(0, size);
      }
      case 206 -> {
        Answer.ContentRange contentRange = answer.contentRange();
        size = contentRange.size();
        sent = contentRange.range();
      }
      default -> throw ErrorAnswer.exception(answer);
    }
    ObjectFacts facts = answer.facts(size);
    if (ifMatch != null && !ifMatch.equals(facts.etag())) {
      throw new S3Exception(
          412, "PreconditionFailed", "the service sends another version than was asked for", null);
    }
    ByteRange due = wanted == null ? new ByteRange(0, size) : wanted.within(size);
    if (!sent.equals(due) || (answer.hasLength() && answer.length() != due.length())) {
      throw new ProtocolException(
          "asked for %s of %d bytes, the service sends %s with Content-Length %s"
              .formatted(due, size, sent, answer.header("content-length")));
    }
    return new ObjectBody(facts, sent, new ExactStream(answer.body(), sent.length(), service));
  }

  private Answer send(Request request) throws IOException {
    Optional<Credentials> keys = credentials.credentials();
    return service.send(
        request,
        keys.isEmpty()
            ? request.headers()
            : signer.headers(
                request.unsigned(service.host()),
                SigV4.EMPTY_PAYLOAD,
                keys.get(),
                clock.instant()));
  }

  private static String path(String bucket) {
    if (!BUCKET.matcher(bucket).matches()) {
      throw new IllegalArgumentException("\"" + bucket + "\" cannot be the name of a bucket");
    }
    return "/" + bucket;
  }

  private static String path(String bucket, String key) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("the key of an object cannot be empty");
    }
    return path(bucket) + "/" + key;
  }
}
