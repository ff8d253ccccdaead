package dev.millrace.gateway.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Set;

/// What the HTTP server lets pass of a request, and is refused nevertheless: what others on the way
/// may understand in another way, or what costs more than a request needs.
final class StrictRequest {
  static final int MOST_HEADER_LINES = 128;

  /// Names that some take for others, since the variables of CGI have no hyphens.
  private static final Set<String> LOOKALIKES =
      Set.of("", "content_length", "transfer_encoding", "content_encoding");

  /// RFC 9113, section 8.2.2: a message of HTTP/2 with a field that is about the connection is
  /// malformed. Of these the server looks for the others.
  /// https://www.rfc-editor.org/rfc/rfc9113#section-8.2.2
  private static final List<HeaderName> OF_CONNECTIONS =
      List.of(
          HeaderNames.create("keep-alive"),
          HeaderNames.create("proxy-connection"),
          HeaderNames.UPGRADE);

  private StrictRequest() {}

  static boolean isMetBy(ServerRequest request) {
    return hasPlainTarget(request)
        && hasPlainHeaders(request)
        && (request.prologue().protocolVersion().startsWith("1")
            || OF_CONNECTIONS.stream().noneMatch(request.headers()::contains));
  }

  /// RFC 9112, section 3.2: a target is visible ASCII, and has no fragment.
  /// https://www.rfc-editor.org/rfc/rfc9112#section-3.2
  private static boolean hasPlainTarget(ServerRequest request) {
    String path = request.prologue().uriPath().rawPath();
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) <= ' ' || path.charAt(i) > '~') {
        return false;
      }
    }
    return !request.prologue().fragment().hasValue();
  }

  private static boolean hasPlainHeaders(ServerRequest request) {
    int lines = 0;
    for (Header header : request.headers()) {
      lines += header.valueCount();
      if (lines > MOST_HEADER_LINES || LOOKALIKES.contains(header.headerName().lowerCase())) {
        return false;
      }
    }
    return true;
  }
}
