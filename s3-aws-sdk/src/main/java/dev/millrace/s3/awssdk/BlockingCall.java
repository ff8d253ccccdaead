package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.RequestBody;
import dev.millrace.s3.http.ResponseHead;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;

/// A request of the SDK's blocking clients, and its answer.
final class BlockingCall implements ExecutableHttpRequest {
  private final Transport transport;
  private final HttpExecuteRequest request;
  private final SharedExchange exchange;

  BlockingCall(Transport transport, HttpExecuteRequest request) {
    this.transport = transport;
    this.request = request;
    this.exchange = transport.exchange(request.httpRequest(), body(request));
  }

  @Override
  public HttpExecuteResponse call() throws IOException {
    ResponseHead head;
    try {
      head = exchange.send();
    } finally {
      transport.report(exchange, request.metricCollector().orElse(null));
    }
    HttpExecuteResponse.Builder response =
        HttpExecuteResponse.builder().response(ResponseForm.of(head));
    SdkHttpMethod method = request.httpRequest().method();
    if (exchange.remaining() == 0) {
      // Nobody need read what is empty for the connection to be free.
      exchange.close();
    }
    if (ResponseForm.hasContent(method, head)) {
      InputStream body = new ResponseStream(exchange);
      response.responseBody(AbortableInputStream.create(body, exchange::abort));
    }
    return response.build();
  }

  @Override
  public void abort() {
    exchange.abort();
  }

  private static @Nullable RequestBody body(HttpExecuteRequest request) {
    long length = RequestForm.announcedLength(request.httpRequest());
    ContentStreamProvider content = request.contentStreamProvider().orElse(null);
    if (content != null) {
      return new StreamBody(content, length);
    }
    boolean empty = length <= 0 && !RequestForm.carriesContent(request.httpRequest().method());
    return empty ? null : new StreamBody(InputStream::nullInputStream, Math.max(length, 0));
  }
}
