package dev.millrace.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.http.RefusedRequests.Reason;
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
  /// @param refused is told of each
  DirectHandlers saying(AnswerHeaders said, RefusedRequests refused) {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(
          type,
          (request, _, status, headers, _) -> {
            said.addTo(headers);
            Status answer = answer(request, status);
            Reason reason = Reason.of(answer.code());
            refused.add(reason);
            return refusal(request, answer, reason, headers);
          });
    }
    return handlers.build();
  }

  /// What failed before there was a path is a request that cannot be read, and no fault of ours.
  private static Status answer(DirectHandler.TransportRequest request, Status found) {
    return request.path().isEmpty() && found.code() == 500 ? Status.BAD_REQUEST_400 : found;
  }

  private DirectHandler.TransportResponse refusal(
      DirectHandler.TransportRequest request,
      Status status,
      Reason reason,
      ServerResponseHeaders headers) {
    S3Error.Code code =
        reason == Reason.FAILURE ? S3Error.Code.INTERNAL_ERROR : S3Error.Code.INVALID_REQUEST;
    String said =
        switch (reason) {
          case MALFORMED, TOO_LONG, ENCODING, FLOOD -> "The request cannot be read.";
          case VERSION -> "HTTP/1.0 is not spoken here; HTTP/1.1 is.";
          case FAILURE -> "Internal error.";
        };
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
