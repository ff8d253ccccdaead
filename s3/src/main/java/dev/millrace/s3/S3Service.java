package dev.millrace.s3;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.credentials.CredentialsException;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.http.Exchange;
import dev.millrace.s3.http.Header;
import dev.millrace.s3.http.Headers;
import dev.millrace.s3.http.HttpClient;
import dev.millrace.s3.http.HttpRequest;
import dev.millrace.s3.http.PoolStanding;
import dev.millrace.s3.http.RequestBody;
import dev.millrace.s3.http.StaleConnectionException;
import dev.millrace.s3.sign.SigV4;
import dev.millrace.s3.sign.SigningClock;
import dev.millrace.s3.sign.UnsignedRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/// A service that is sent signed requests.
///
/// A request is made once, but for three things after which the service has not looked at it yet,
/// and which making it anew remedies: the connection had gone stale; the bucket lies in another
/// region, which is remembered; or our clock is wrong, which is corrected by what the service says.
/// Where a payload has begun to go out that cannot be had again, it is made once without exception.
final class S3Service implements AutoCloseable {
  private static final List<Header> ALWAYS =
      List.of(
          new Header("Accept", "*/*"),
          new Header("Accept-Encoding", "identity"),
          new Header("User-Agent", "millrace"));

  private static final Header EXPECTATION = new Header("Expect", "100-continue");

  /// Redirects that are followed for one request.
  private static final int MOST_REDIRECTS = 2;

  private final HttpClient http;
  private final Location home;
  private final String name;
  private final CredentialsSource credentials;
  private final SigningClock clock;
  private final Supplier<List<Header>> unsignedHeaders;
  private final Map<String, Location> moved = new ConcurrentHashMap<>();
  private final Map<String, SigV4> signers = new ConcurrentHashMap<>();

  S3Service(S3Config config, InstantSource clock) {
    this.http = new HttpClient(config.http());
    this.home = Location.of(config);
    this.name = home.toString();
    this.credentials = config.credentials();
    this.clock = new SigningClock(clock);
    this.unsignedHeaders = config.unsignedHeaders();
  }

  /// Sends a request and returns the answer once its head is there. The answer is to be closed.
  Answer send(Request request) throws IOException {
    Outgoing payload = request.payload() == null ? null : new Outgoing(request.payload());
    boolean clockWasRight = false;
    for (int redirects = 0; ; ) {
      Location location = location(request.bucket());
      Instant now = clock.instant();
      Answer answer = send(location, request, payload, now);
      if (payload != null && payload.isSpent()) {
        return answer;
      }
      if (answer.status() == 403 && !clockWasRight && correctClock(answer, now)) {
        clockWasRight = true;
        answer.close();
        continue;
      }
      Optional<String> region = elsewhere(location, answer);
      if (region.isEmpty() || ++redirects > MOST_REDIRECTS) {
        return answer;
      }
      moved.put(request.bucket(), location.inRegion(region.get()));
      answer.close();
    }
  }

  /// A payload, and whether it can still be told from its beginning.
  private static final class Outgoing implements RequestBody {
    private final Payload payload;
    private boolean begun;

    Outgoing(Payload payload) {
      this.payload = payload;
    }

    boolean isSpent() {
      return begun && !payload.isRepeatable();
    }

    @Override
    public long length() {
      return payload.length();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      begun = true;
      payload.writeTo(out);
    }
  }

  /// The URL with which anyone may send `request`, for as long as `validity`.
  URI presigned(Request request, Duration validity) throws CredentialsException {
    Location location = location(request.bucket());
    Credentials keys =
        credentials
            .credentials()
            .orElseThrow(() -> new CredentialsException("no keys to sign a URL with", null));
    String target =
        signer(location).presigned(location.unsigned(request), keys, clock.instant(), validity);
    return URI.create(location.origin(request.bucket()) + target);
  }

  /// The URL of what `request` asks for.
  URI url(Request request) {
    Location location = location(request.bucket());
    UnsignedRequest unsigned = location.unsigned(request);
    return URI.create(location.origin(request.bucket()) + unsigned.query().after(unsigned.path()));
  }

  /// `e` as a failure whose message names this service, where it does not do so already. The kinds
  /// that callers tell apart are kept.
  IOException named(IOException e) {
    if (e instanceof S3Exception
        || e instanceof CredentialsException
        || e instanceof PayloadException) {
      return e;
    }
    IOException named =
        switch (e) {
          case SocketTimeoutException _ ->
              new SocketTimeoutException(name + " did not answer in time: " + e.getMessage());
          case InterruptedIOException _ -> new InterruptedIOException(name + ": " + e.getMessage());
          case UnknownHostException _ -> new UnknownHostException(name + ": no such host");
          case ConnectException _ -> new ConnectException(name + ": " + e.getMessage());
          case SSLHandshakeException _ ->
              new SSLHandshakeException(name + ": TLS failed: " + e.getMessage());
          case SSLPeerUnverifiedException _ ->
              new SSLPeerUnverifiedException(name + ": TLS failed: " + e.getMessage());
          case SSLException _ -> new SSLException(name + ": TLS failed: " + e.getMessage());
          case EOFException _ -> new EOFException(name + ": " + e.getMessage());
          default -> new IOException(name + ": " + e.getMessage());
        };
    named.initCause(e);
    return named;
  }

  PoolStanding standing() {
    return http.standing();
  }

  @Override
  public void close() {
    http.close();
  }

  private Answer send(Location location, Request request, @Nullable Outgoing payload, Instant now)
      throws IOException {
    UnsignedRequest unsigned = location.unsigned(request);
    Optional<Credentials> keys = credentials.credentials();
    SortedMap<String, String> headers =
        keys.isEmpty()
            ? unsigned.headers()
            : signer(location).headers(unsigned, request.payloadHash(), keys.get(), now);
    List<Header> list = new ArrayList<>(ALWAYS);
    if (request.payload() != null && !request.payload().isRepeatable()) {
      list.add(EXPECTATION);
    }
    headers.forEach((header, value) -> list.add(new Header(header, value)));
    list.addAll(unsignedHeaders.get());
    HttpRequest message =
        new HttpRequest(
            unsigned.method(), unsigned.query().after(unsigned.path()), Headers.of(list), payload);
    while (true) {
      Exchange exchange = http.exchange(location.route(request.bucket()), message);
      try {
        return Answer.to(exchange, exchange.send());
      } catch (StaleConnectionException e) {
        // The service may have done what it was asked before the connection ended.
        if ((payload != null && payload.isSpent()) || !request.isIdempotent()) {
          throw e;
        }
        // The next one is another, and a new one cannot be stale.
      }
    }
  }

  private Location location(String bucket) {
    return moved.getOrDefault(bucket, home);
  }

  private SigV4 signer(Location location) {
    return signers.computeIfAbsent(location.region(), SigV4::new);
  }

  private boolean correctClock(Answer answer, Instant signedAt) {
    return answer.date().map(date -> clock.correct(signedAt, date)).orElse(false);
  }

  /// The region in which the bucket is to be found instead, if the answer says so. It says so with
  /// one header, whatever its status; where a Location leads is not believed, since keys would
  /// follow.
  private static Optional<String> elsewhere(Location asked, Answer answer) {
    boolean redirect =
        switch (answer.status()) {
          case 301, 307, 400 -> true;
          default -> false;
        };
    String region = redirect ? answer.header("x-amz-bucket-region") : null;
    return Optional.ofNullable(region)
        .filter(other -> !other.equals(asked.region()) && S3Config.isRegion(other));
  }
}
