package dev.millrace.gateway.http;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/// A request in a flight recording. What its fields mean is told in docs/gateway-events.md.
@Name("dev.millrace.Request")
@Label("Request")
@Description("A request to the gateway, until its answer was out or cut short")
@Category({"Millrace", "Gateway"})
@StackTrace(false)
@Threshold("20 ms")
final class RequestEvent extends Event {
  @Label("Request Id")
  @Description("The x-amz-request-id of the answer")
  @Nullable String requestId;

  @Label("Client")
  @Description("The address that the request came from")
  @Nullable String client;

  @Label("Identity")
  @Description("The name of who asks, where that is known")
  @Nullable String identity;

  @Label("Local Port")
  int localPort;

  @Label("Method")
  @Nullable String method;

  @Label("Bucket")
  @Nullable String bucket;

  @Label("Status")
  int status;

  @Label("Bytes")
  @Description("Bytes of the body that were sent")
  @DataAmount
  long bytes;

  @Label("Source")
  @Description("Where the first byte of the body came from")
  @Nullable String source;

  @Label("Time to First Byte")
  @Description("Until the answer began")
  @Timespan(Timespan.NANOSECONDS)
  long timeToFirstByte;

  @Label("Cut Short")
  @Description("Whether the client got less than it was promised")
  boolean cutShort;

  /// One that begins now, or null if nobody records.
  static @Nullable RequestEvent begun() {
    RequestEvent event = new RequestEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  /// Writes down what became of a request, if it took as long as the recording's threshold.
  void commit(Exchange exchange) {
    end();
    if (shouldCommit()) {
      requestId = exchange.id();
      client = exchange.client();
      identity = exchange.identity();
      localPort = exchange.localPort();
      method = exchange.method();
      bucket = bucket(exchange.rawPath());
      status = exchange.status();
      bytes = exchange.bytes();
      source = exchange.source().text();
      timeToFirstByte = exchange.toFirstByte();
      cutShort = exchange.isCutShort();
      commit();
    }
  }

  /// The first segment of a path, without the key, which tells of content.
  private static String bucket(String path) {
    int end = path.indexOf('/', 1);
    return path.substring(Math.min(1, path.length()), end < 0 ? path.length() : end);
  }
}
