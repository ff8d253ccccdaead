package dev.millrace.gateway.http;

import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.slice.Slices;
import dev.millrace.gateway.slice.Slices.Found;
import dev.millrace.gateway.slice.Slices.Source;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/// Sends replies, and logs each when it is done with it.
final class ReplyWriter {
  private final Slices slices;
  private final AccessLog log;

  ReplyWriter(Slices slices, AccessLog log) {
    this.slices = slices;
    this.log = log;
  }

  void send(Exchange exchange, S3Error error) {
    Reply reply = error.reply(exchange.rawPath(), exchange.id());
    sendDocument(exchange, reply, ((Body.Document) reply.body()).bytes());
  }

  /// Sends a reply.
  ///
  /// @throws IOException if the bytes of an object cannot be had, and nothing was sent yet
  void send(Exchange exchange, Reply reply) throws IOException {
    switch (reply.body()) {
      case Body.None _ -> sendDocument(exchange, reply, new byte[0]);
      case Body.Document(byte[] bytes) -> sendDocument(exchange, reply, bytes);
      case Body.Omitted(long length) -> {
        exchange.response().headers().contentLength(length);
        sendDocument(exchange, reply, new byte[0]);
      }
      case Body.ObjectBytes bytes -> sendObject(exchange, reply, bytes);
    }
  }

  private void sendDocument(Exchange exchange, Reply reply, byte[] document) {
    ServerResponse response = prepared(exchange, reply);
    if (exchange.isHead()) {
      response.send();
      log.write(exchange, reply.status(), 0, "-");
    } else {
      response.send(document);
      log.write(exchange, reply.status(), document.length, "-");
    }
  }

  private void sendObject(Exchange exchange, Reply reply, Body.ObjectBytes bytes)
      throws IOException {
    long index = bytes.offset() / slices.size();
    Found found = open(bytes, index);
    found.slice().await((int) (bytes.offset() % slices.size()));

    ServerResponse response = prepared(exchange, reply);
    response.headers().contentLength(bytes.length());
    Source source = found.source();
    long position = bytes.offset();
    long end = bytes.offset() + bytes.length();
    try (OutputStream out = response.outputStream()) {
      while (position < end) {
        long start = index * slices.size();
        int to = (int) Math.min(end - start, found.slice().length());
        Found next = start + to < end ? open(bytes, index + 1) : found;
        found.slice().writeTo(out, (int) (position - start), to);
        position = start + to;
        index++;
        found = next;
      }
      log.write(exchange, reply.status(), bytes.length(), source.name().toLowerCase(Locale.ROOT));
    } catch (IOException | ServerConnectionException e) {
      log.write(
          exchange, reply.status(), position - bytes.offset(), "cut short: " + e.getMessage());
      throw new CloseConnectionException("the answer is cut short", e);
    }
  }

  private Found open(Body.ObjectBytes bytes, long index) {
    return slices.open(bytes.object(), bytes.facts(), index);
  }

  private static ServerResponse prepared(Exchange exchange, Reply reply) {
    ServerResponse response = exchange.response();
    response.status(Status.create(reply.status()));
    ServerResponseHeaders headers = response.headers();
    reply.headers().forEach((name, value) -> headers.set(HeaderValues.create(name, value)));
    headers.set(HeaderNames.create("x-amz-request-id"), exchange.id());
    return response;
  }
}
