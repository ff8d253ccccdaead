package dev.millrace.gateway.http;

import dev.millrace.gateway.http.RequestTracer.RequestSpan;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.Believed;
import dev.millrace.s3.sign.ReceivedRequest;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// One request and its response, as the HTTP server hands them over, and what became of it. Used by
/// one thread.
public final class Exchange {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final ServerRequest request;
  private final ServerResponse response;
  private final boolean isStrict;
  private final boolean mayBeInTheClear;
  private final long started = System.nanoTime();
  private final String id = HEX.toHexDigits(ThreadLocalRandom.current().nextLong());

  private @Nullable Believed<?> basis;

  private final @Nullable RequestEvent event = RequestEvent.begun();
  private long toFirstByte;
  private long toLastByte;
  private int status;
  private long bytes;
  private AnswerSource source = AnswerSource.NONE;
  private @Nullable String trouble;
  private boolean isCutShort;
  private @Nullable String identity;
  private @Nullable String prefix;
  private @Nullable RequestSpan span;
  private boolean isSigned;
  private @Nullable String accessKeyId;

  Exchange(ServerRequest request, ServerResponse response) {
    this(request, response, false);
  }

  /// @param mayBeInTheClear whether it came to a port that is to do without TLS
  Exchange(ServerRequest request, ServerResponse response, boolean mayBeInTheClear) {
    this.mayBeInTheClear = mayBeInTheClear;
    this.request = request;
    this.response = response;
    this.isStrict = StrictRequest.isMetBy(request);
  }

  /// @throws S3Error unless the request is as [StrictRequest] demands
  void requireStrict() throws S3Error {
    if (!isStrict) {
      throw new S3Error(Code.INVALID_REQUEST, "The request cannot be read.");
    }
  }

  /// The request's name in the answer (`x-amz-request-id`) and in the log.
  public String id() {
    return id;
  }

  /// How long ago the request came, in nanoseconds.
  long age() {
    return System.nanoTime() - started;
  }

  /// It is known who asks.
  ///
  /// @param name that of an identity
  void isOf(String name) {
    identity = name;
  }

  /// The name of who asks; null where that is not asked, or was not proved.
  public @Nullable String identity() {
    return identity;
  }

  /// It is known which keys are to be listed.
  ///
  /// @param prefix what all of them begin with, null where they need not
  void lists(@Nullable String prefix) {
    this.prefix = prefix;
  }

  /// What the keys begin with that are to be listed; null where there is nothing to list, or that
  /// is not said.
  public @Nullable String prefix() {
    return prefix;
  }

  /// It is said to be signed, which need not be so.
  ///
  /// @param accessKeyId with which key; null if that cannot be read
  void isSignedWith(@Nullable String accessKeyId) {
    this.isSigned = true;
    this.accessKeyId = accessKeyId;
  }

  /// Whether there is anything that is to be a signature.
  boolean isSigned() {
    return isSigned;
  }

  /// Which key is said to have signed it; null if none, or if that cannot be read.
  @Nullable String accessKeyId() {
    return accessKeyId;
  }

  /// The answer begins.
  void answers() {
    toFirstByte = age();
  }

  /// The answer is out, or cut short.
  ///
  /// @param bytes how much of the body was sent
  /// @param trouble why the answer is an error or too short, where there is more to say
  void answered(int status, long bytes, AnswerSource source, @Nullable String trouble) {
    this.toLastByte = age();
    this.status = status;
    this.bytes = bytes;
    this.source = source;
    this.trouble = trouble;
  }

  /// As [#answered], of an answer that is cut short.
  void cutShort(int status, long bytes, AnswerSource source, @Nullable String cause) {
    answered(status, bytes, source, "cut short: " + cause);
    isCutShort = true;
  }

  /// Has it traced, if `tracer` wants to.
  @Nullable RequestSpan trace(RequestTracer tracer) {
    span = tracer.begin(this);
    return span;
  }

  /// Tells flight recordings, and who traces it.
  void record() {
    if (span != null) {
      span.answered();
    }
    if (event != null) {
      event.commit(this);
    }
  }

  /// Whether the client got less than it was promised.
  public boolean isCutShort() {
    return isCutShort;
  }

  /// How long the client waited for the answer's first byte, in nanoseconds.
  public long toFirstByte() {
    return toFirstByte;
  }

  /// How long it took until the answer was out, in nanoseconds.
  public long toLastByte() {
    return toLastByte;
  }

  public int status() {
    return status;
  }

  /// How much of the body was sent.
  public long bytes() {
    return bytes;
  }

  /// Whether the answer is made of what the origin said longer ago than it is believed.
  public boolean isStale() {
    return status < 400 && basis != null && basis.isStale();
  }

  public AnswerSource source() {
    return source;
  }

  /// Why the answer is an error or too short, or null where there is no more to say.
  public @Nullable String trouble() {
    return trouble;
  }

  public String method() {
    return request.prologue().method().text();
  }

  /// `https` or `http`.
  public String scheme() {
    return request.isSecure() ? "https" : "http";
  }

  /// The version of HTTP, such as `1.1`, or `2`.
  public String protocolVersion() {
    String version = request.prologue().protocolVersion();
    return version.endsWith(".0") && !version.startsWith("1")
        ? version.substring(0, version.length() - 2)
        : version;
  }

  /// The host that it was sent to, as its client says, without a port; null if it does not, as it
  /// need not over HTTP/2.
  public @Nullable String serverName() {
    String authority = request.authority();
    if (authority == null) {
      return null;
    }
    int colon = authority.lastIndexOf(':');
    return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
  }

  boolean isHead() {
    return method().equals("HEAD");
  }

  /// Whether anything may be sent over its connection: it is one with TLS, or to a port that is to
  /// do without.
  boolean mayCarryAll() {
    return mayBeInTheClear || request.isSecure();
  }

  /// Whether the connection is closed after the answer, though the client does not say so: because
  /// the request has a body in chunks, or one that was not read to its end, so that nobody's idea
  /// of where that is can make a request of its bytes; or because the request was for a proxy, and
  /// what follows may be too. HTTP/2 has other means.
  boolean isLast() {
    return request.prologue().protocolVersion().startsWith("1")
        && (!isStrict || (hasBody() && !isBodyOver()) || !rawPath().startsWith("/"));
  }

  /// Whether the body was read to an end of which there is no doubt.
  private boolean isBodyOver() {
    return request.content().consumed()
        && !request.headers().contains(HeaderNames.TRANSFER_ENCODING);
  }

  public String rawPath() {
    return request.prologue().uriPath().rawPath();
  }

  /// The query as it was sent, empty if there was none.
  String rawQuery() {
    return request.prologue().query().rawValue();
  }

  /// The address the request came from.
  public String client() {
    return request.remotePeer().host();
  }

  /// What counts as the client, by its address ([ClientNetwork]).
  String network() {
    return request.remotePeer().address() instanceof InetSocketAddress client
        ? ClientNetwork.of(client.getAddress())
        : client();
  }

  /// The port it came to.
  public int localPort() {
    return request.localPeer().port();
  }

  /// The header's value, of several lines of one list, or null.
  public @Nullable String header(HeaderName name) {
    Headers headers = request.headers();
    return headers.contains(name) ? String.join(",", headers.values(name)) : null;
  }

  /// Whether there is anything that could be a signature. Most that have one are told apart from
  /// those that have none without a copy of all headers.
  boolean mayBeSigned() {
    return request.headers().contains(HeaderNames.AUTHORIZATION)
        || rawQuery().contains("X-Amz-")
        || rawQuery().contains("AWSAccessKeyId");
  }

  /// All headers by lower-case name, `host` among them; the lines of one name joined by commas.
  SortedMap<String, String> headers() {
    SortedMap<String, String> headers = new TreeMap<>();
    for (Header header : request.headers()) {
      headers.put(header.headerName().lowerCase(), String.join(",", header.allValues()));
    }
    headers.put("host", request.authority());
    return headers;
  }

  /// The request as a signature covers it.
  ///
  /// @throws S3Error if its path or query is not well-formed
  ReceivedRequest received() throws S3Error {
    return new ReceivedRequest(
        method(), PercentEncoding.decode(rawPath()), QueryString.parse(rawQuery()), headers());
  }

  /// The URL of what is asked for, without its query.
  String url() {
    return scheme() + "://" + request.authority() + rawPath();
  }

  boolean hasBody() {
    return request.content().hasEntity();
  }

  /// Whether the end of the request is told, and there is no body before it: as HTTP/2 does, in
  /// which nobody need say a length of nothing.
  boolean endsWithoutBody() {
    return !hasBody() && !request.prologue().protocolVersion().startsWith("1");
  }

  /// The body as it comes; a client that waits for leave to send it gets that now. It is to be read
  /// and not closed, and breaks off with unchecked exceptions.
  InputStream body() {
    return request.content().inputStream();
  }

  /// The certificate that the client has shown for this connection, verified; null if none.
  @Nullable X509Certificate clientCertificate() {
    return request
        .remotePeer()
        .tlsCertificates()
        .map(chain -> chain[0] instanceof X509Certificate own ? own : null)
        .orElse(null);
  }

  Preconditions preconditions() {
    return new Preconditions(
        header(HeaderNames.IF_MATCH),
        header(HeaderNames.IF_UNMODIFIED_SINCE),
        header(HeaderNames.IF_NONE_MATCH),
        header(HeaderNames.IF_MODIFIED_SINCE),
        header(HeaderNames.IF_RANGE));
  }

  /// Says what the answer is decided by.
  void restsOn(Believed<?> basis) {
    this.basis = basis;
  }

  /// What the answer is decided by, or null if that is nothing that was remembered.
  @Nullable Believed<?> basis() {
    return basis;
  }

  ServerResponse response() {
    return response;
  }
}
