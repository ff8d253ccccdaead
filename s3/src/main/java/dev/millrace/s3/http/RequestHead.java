package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The head of a request, as it goes out (RFC 9112, section 3).
final class RequestHead {
  private RequestHead() {}

  static ByteBuffer encode(Route route, HttpRequest request, boolean keepAlive) {
    StringBuilder head = new StringBuilder(512);
    head.append(request.method()).append(' ');
    if (route.takesAbsoluteForm()) {
      head.append("http://").append(route.authority());
    }
    head.append(request.target()).append(" HTTP/1.1\r\n");
    if (!request.headers().contains("host")) {
      append(head, "Host", route.authority());
    }
    for (Header header : request.headers()) {
      append(head, header.name(), header.value());
    }
    Proxy proxy = route.proxy();
    if (route.takesAbsoluteForm() && proxy != null && proxy.authorization() != null) {
      append(head, "Proxy-Authorization", proxy.authorization());
    }
    appendFraming(head, request);
    if (!keepAlive && !request.asksToClose()) {
      append(head, "Connection", "close");
    }
    return ByteBuffer.wrap(head.append("\r\n").toString().getBytes(ISO_8859_1));
  }

  /// The request for a tunnel through a proxy (RFC 9110, section 9.3.6).
  static HttpRequest connect(Route route, Proxy proxy) {
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("Host", route.hostAndPort()));
    if (proxy.authorization() != null) {
      headers.add(new Header("Proxy-Authorization", proxy.authorization()));
    }
    return new HttpRequest("CONNECT", route.hostAndPort(), Headers.of(headers));
  }

  private static void appendFraming(StringBuilder head, HttpRequest request) {
    RequestBody body = request.body();
    if (body != null && body.length() < 0) {
      append(head, "Transfer-Encoding", "chunked");
    } else if (body != null && !request.headers().contains("content-length")) {
      append(head, "Content-Length", Long.toString(body.length()));
    }
  }

  private static void append(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
