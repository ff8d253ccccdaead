package dev.millrace.gateway.telemetry;

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

/// A slice's way from the origin in a flight recording. What its fields mean is told in
/// docs/gateway-events.md.
@Name("dev.millrace.OriginFetch")
@Label("Origin Fetch")
@Description("A slice, or the rest of one, on its way from the origin")
@Category({"Millrace", "Gateway"})
@StackTrace(false)
@Threshold("20 ms")
final class OriginFetchEvent extends Event {
  @Label("Bucket")
  @Nullable String bucket;

  @Label("Offset")
  @Description("Position in the object of the first byte that was asked for")
  @DataAmount
  long offset;

  @Label("Length")
  @Description("How many bytes were asked for")
  @DataAmount
  long length;

  @Label("Bytes")
  @Description("How many bytes came")
  @DataAmount
  long bytes;

  @Label("Time to First Byte")
  @Description("Until the origin began to answer")
  @Timespan(Timespan.NANOSECONDS)
  long timeToFirstByte;

  @Label("Result")
  @Description("ok, or what went wrong")
  @Nullable String result;

  /// Begins with the question.
  static OriginFetchEvent begun(String bucket, long offset, long length) {
    OriginFetchEvent event = new OriginFetchEvent();
    event.bucket = bucket;
    event.offset = offset;
    event.length = length;
    event.begin();
    return event;
  }

  /// Ends it.
  void over(long received, String outcome) {
    end();
    if (shouldCommit()) {
      bytes = received;
      result = outcome;
      commit();
    }
  }
}
