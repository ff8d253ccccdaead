package dev.millrace.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;

/// What the server itself refuses, before a request has a path.
enum ServerErrors {
  /// Said in S3's terms.
  XML("application/xml"),
  /// Said in a line.
  TEXT("text/plain; charset=utf-8");

  private final String type;

  ServerErrors(String type) {
    this.type = type;
  }

  /// @param said by these answers, too
  DirectHandlers saying(AnswerHeaders said) {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(
          type,
          (request, _, status, headers, _) -> {
            said.addTo(headers);
            return refusal(request, status, headers);
          });
    }
    return handlers.build();
  }

  private DirectHandler.TransportResponse refusal(
      DirectHandler.TransportRequest request, Status found, ServerResponseHeaders headers) {
    // What failed before there was a path is a request that cannot be read, and no fault of ours.
    Status status =
        request.path().isEmpty() && found.code() == 500 ? Status.BAD_REQUEST_400 : found;
    S3Error.Code code =
        status.code() < 500 ? S3Error.Code.INVALID_REQUEST : S3Error.Code.INTERNAL_ERROR;
    String said = status.code() < 500 ? "The request cannot be read." : "Internal error.";
    return DirectHandler.TransportResponse.builder()
        .status(status)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, type)
        .keepAlive(false)
        .entity(
            switch (this) {
              case XML -> new S3Error(code, said).toXml(request.path(), "-");
              case TEXT -> (said + "\n").getBytes(UTF_8);
            })
        .build();
  }
}
