package dev.millrace.gateway.trace;

import dev.millrace.gateway.http.Exchange;
import dev.millrace.gateway.http.RequestTracer.RequestSpan;
import dev.millrace.gateway.otlp.CurrentSpan;
import io.helidon.http.HeaderNames;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Set;

/// The span of a request, in the words of OpenTelemetry's conventions for HTTP servers.
///
/// <https://opentelemetry.io/docs/specs/semconv/http/http-spans/>
record ServerSpan(Span span, Exchange exchange) implements RequestSpan {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE");

  /// A method that is not known could be anything, and be another one each time.
  static String name(Exchange exchange) {
    return METHODS.contains(exchange.method()) ? exchange.method() : "HTTP";
  }

  @Override
  public void close() {
    CurrentSpan.set(null);
  }

  @Override
  public void answered() {
    addRequest();
    addAnswer();
    span.end();
  }

  private void addRequest() {
    String method = exchange.method();
    if (METHODS.contains(method)) {
      span.setAttribute("http.request.method", method);
    } else {
      span.setAttribute("http.request.method", "_OTHER");
      span.setAttribute("http.request.method_original", method);
    }
    span.setAttribute("url.scheme", exchange.scheme());
    span.setAttribute("url.path", exchange.rawPath());
    String server = exchange.serverName();
    if (server != null) {
      span.setAttribute("server.address", server);
    }
    span.setAttribute("server.port", exchange.localPort());
    span.setAttribute("client.address", exchange.client());
    span.setAttribute("network.protocol.version", exchange.protocolVersion());
    String agent = exchange.header(HeaderNames.USER_AGENT);
    if (agent != null) {
      span.setAttribute("user_agent.original", agent);
    }
    span.setAttribute("millrace.request_id", exchange.id());
  }

  private void addAnswer() {
    span.setAttribute("http.response.status_code", exchange.status());
    span.setAttribute("http.response.body.size", exchange.bytes());
    span.setAttribute("millrace.source", exchange.source().text());
    if (exchange.isCutShort()) {
      fail("cut_short");
    } else if (exchange.status() >= 500) {
      fail(Integer.toString(exchange.status()));
    }
  }

  private void fail(String type) {
    span.setAttribute("error.type", type);
    String trouble = exchange.trouble();
    span.setStatus(StatusCode.ERROR, trouble == null ? "" : trouble);
  }
}
