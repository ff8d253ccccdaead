package dev.millrace.gateway.http;

import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.Believed;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.slice.SealedSlices;
import dev.millrace.gateway.slice.Slice;
import dev.millrace.gateway.slice.SliceSupply;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.http.http2.Http2Exception;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Sends replies, and tells of each when it is done with it.
final class ReplyWriter {
  private static final HeaderName REQUEST_ID = HeaderNames.create("x-amz-request-id");
  private static final HeaderName CACHE_STATUS = HeaderNames.create("cache-status");
  private static final byte[] NOTHING = {};

  /// The most that goes out with the response's head, as a whole: as much as usually fits one TLS
  /// record of 16 KiB together with it.
  private static final int MOST_AT_ONCE = 16 * 1024 - 512;

  /// How much of what is larger does: the server copies it several times over to join them.
  private static final int FIRST_WRITE = 2 * 1024;

  private final SliceSupply slices;
  private final RequestListener listener;
  private final StallWatch stalls;

  ReplyWriter(SliceSupply slices, RequestListener listener, StallWatch stalls) {
    this.slices = slices;
    this.listener = listener;
    this.stalls = stalls;
  }

  /// What answers a request.
  @FunctionalInterface
  interface Answer {
    void send() throws S3Error, IOException;
  }

  /// Answers, and where that fails before anything was sent, with the error.
  void answer(Exchange exchange, Answer answer) {
    listener.came();
    try {
      exchange.requireStrict();
      answer.send();
    } catch (RefusedBody e) {
      if (e.isClientGone()) {
        throw lost(exchange, e);
      }
      send(exchange, e.error());
    } catch (OriginException e) {
      send(exchange, S3Error.of(e));
    } catch (S3Error e) {
      send(exchange, e);
    } catch (IOException e) {
      send(exchange, new S3Error(Code.INTERNAL_ERROR, String.valueOf(e.getMessage())));
    } finally {
      listener.left();
    }
  }

  private void send(Exchange exchange, S3Error error) {
    Reply reply = error.reply(exchange.rawPath(), exchange.id());
    sendDocument(exchange, reply, ((Body.Document) reply.body()).bytes(), why(error));
  }

  /// What logs say of it: the origin's doing, or else what the client is told, too.
  private static String why(S3Error error) {
    String trouble = error.trouble();
    return trouble == null ? error.code() : trouble;
  }

  /// Sends a reply.
  ///
  /// @throws IOException if the bytes of an object cannot be had, and nothing was sent yet
  void send(Exchange exchange, Reply reply) throws IOException {
    switch (reply.body()) {
      case Body.None _ -> sendDocument(exchange, reply, NOTHING, null);
      case Body.Document(byte[] bytes) -> sendDocument(exchange, reply, bytes, null);
      case Body.Omitted(long length) -> {
        exchange.response().headers().contentLength(length);
        sendDocument(exchange, reply, NOTHING, null);
      }
      case Body.ObjectBytes bytes -> sendObject(exchange, reply, bytes);
      case Body.Sealed sealed -> sendSealed(exchange, reply, sealed);
    }
  }

  private void sendDocument(
      Exchange exchange, Reply reply, byte[] document, @Nullable String trouble) {
    byte[] sent = exchange.isHead() ? NOTHING : document;
    ServerResponse response =
        prepared(exchange, reply, () -> sent.length, AnswerSource.NONE, trouble);
    if (document.length > 0) {
      // RFC 9110, section 8.6: for HEAD too, the length is that of the answer to GET.
      // https://www.rfc-editor.org/rfc/rfc9110#section-8.6
      response.headers().contentLength(document.length);
    }
    stalls.watch(() -> response.send(sent));
  }

  private void sendObject(Exchange exchange, Reply reply, Body.ObjectBytes bytes)
      throws IOException {
    ObjectTransfer transfer = new ObjectTransfer(slices, listener, bytes);
    AnswerSource source = AnswerSource.of(transfer.source());
    if (bytes.length() <= MOST_AT_ONCE) {
      Gathered all = new Gathered((int) bytes.length());
      transfer.writeTo(all, bytes.length());
      ServerResponse response = prepared(exchange, reply, bytes::length, source, null);
      stalls.watch(() -> all.sendAs(response));
      return;
    }
    exchange.response().headers().contentLength(bytes.length());
    stream(
        exchange,
        reply,
        source,
        transfer::written,
        out -> {
          transfer.writeTo(out, FIRST_WRITE);
          transfer.writeTo(out, bytes.length());
        });
  }

  /// A body of few bytes, which is sent from the array that it was gathered in.
  private static final class Gathered extends ByteArrayOutputStream {
    Gathered(int length) {
      super(length);
    }

    void sendAs(ServerResponse response) {
      response.send(buf, 0, count);
    }
  }

  private void sendSealed(Exchange exchange, Reply reply, Body.Sealed body) throws IOException {
    try (SealedSlices.Reader reader = body.slices().reader(body.object(), body.facts())) {
      sendSealed(exchange, reply, body, reader);
    }
  }

  private void sendSealed(
      Exchange exchange, Reply reply, Body.Sealed body, SealedSlices.Reader reader)
      throws IOException {
    Slice first = reader.open(body.first());
    AtomicLong sent = new AtomicLong();
    stream(
        exchange,
        reply,
        AnswerSource.SEALED,
        sent::get,
        out -> write(out, body, reader, first, sent));
  }

  private static void write(
      OutputStream out, Body.Sealed body, SealedSlices.Reader reader, Slice first, AtomicLong sent)
      throws IOException {
    Slice slice = first;
    for (long index = body.first(); ; slice = reader.open(++index)) {
      if (index < body.last()) {
        reader.prepare(index + 1);
      }
      int reached = slice.writeTo(out, 0, slice.length());
      sent.addAndGet(reached);
      if (reached < slice.length()) {
        throw new IOException("slice " + index + " was evicted as it was sent");
      }
      if (index == body.last()) {
        return;
      }
    }
  }

  /// Writes a body as it comes.
  @FunctionalInterface
  private interface Bytes {
    void writeTo(OutputStream out) throws IOException;
  }

  /// Sends an answer as its bytes come, to its end. Over HTTP/2 that is a frame of its own, and a
  /// client may be gone before it, or before it has made room for the bytes.
  ///
  /// @param sent how many there were, asked in the end
  private void stream(
      Exchange exchange, Reply reply, AnswerSource source, LongSupplier sent, Bytes body) {
    ServerResponse response = prepared(exchange, reply, sent, source, null);
    try {
      try (OutputStream out = stalls.watched(response.outputStream())) {
        body.writeTo(out);
      }
      ((RoutingResponse) response).commit();
    } catch (IOException | ServerConnectionException | Http2Exception e) {
      throw cutShort(exchange, reply, sent.getAsLong(), source, e);
    }
  }

  private CloseConnectionException cutShort(
      Exchange exchange, Reply reply, long bytes, AnswerSource source, Exception cause) {
    exchange.cutShort(reply.status(), bytes, source, cause.getMessage());
    exchange.record();
    listener.answered(exchange);
    return new CloseConnectionException("the answer is cut short", cause);
  }

  private CloseConnectionException lost(Exchange exchange, RefusedBody cause) {
    exchange.answers();
    exchange.answered(cause.error().status(), 0, AnswerSource.NONE, cause.getMessage());
    exchange.record();
    listener.answered(exchange);
    return new CloseConnectionException("nobody is there to be answered", cause);
  }

  /// The response with its status and headers set, and with what there is to do once the last of
  /// its bytes is out.
  ///
  /// @param bytes how many there were, asked then
  private ServerResponse prepared(
      Exchange exchange,
      Reply reply,
      LongSupplier bytes,
      AnswerSource source,
      @Nullable String trouble) {
    exchange.answers();
    ServerResponse response = exchange.response();
    Believed<?> basis = reply.status() < 400 ? exchange.basis() : null;
    // Once and for all: to send, the server reads what is left of a body.
    boolean isLast = exchange.isLast();
    response.whenSent(() -> {
      exchange.answered(reply.status(), bytes.getAsLong(), source, trouble);
      exchange.record();
      finish(exchange, isLast);
    });
    response.status(Status.create(reply.status()));
    ServerResponseHeaders headers = response.headers();
    reply.headers().forEach(headers::set);
    headers.set(REQUEST_ID, exchange.id());
    if (isLast) {
      headers.set(HeaderValues.CONNECTION_CLOSE);
    }
    if (basis != null && basis.age().isPositive()) {
      tellAge(basis, headers);
    }
    return response;
  }

  /// Says that the origin was not asked for this answer, and how long ago it was.
  ///
  /// RFC 9111, section 4: "When a stored response is used to satisfy a request without validation,
  /// a cache MUST generate an Age header field". https://www.rfc-editor.org/rfc/rfc9111#section-4
  private static void tellAge(Believed<?> basis, ServerResponseHeaders headers) {
    headers.set(HeaderNames.AGE, Long.toString(basis.age().toSeconds()));
    if (basis.isStale()) {
      // RFC 9211, section 2.5: less than nothing is left of its lifetime.
      // https://www.rfc-editor.org/rfc/rfc9211#section-2.5
      long left = -Math.ceilDiv(basis.staleness().toMillis() + 1, 1_000);
      headers.set(CACHE_STATUS, "millrace; hit; ttl=" + left);
    }
  }

  private void finish(Exchange exchange, boolean isLast) {
    listener.answered(exchange);
    if (isLast) {
      // RFC 9112, section 9.6: a server that receives or sends "close" closes the connection after
      // its answer. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
      throw new CloseConnectionException("it was the last answer");
    }
  }
}
