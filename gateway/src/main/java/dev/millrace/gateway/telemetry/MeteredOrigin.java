package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.telemetry.OriginMeter.Question;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.s3.PayloadException;
import dev.millrace.s3.Request;
import dev.millrace.s3.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.SequencedMap;

/// An origin that is listened to: [OriginMeter] counts what it is asked, and [OriginWatch] hears
/// whether it answers.
///
/// Safe for use by any number of threads.
final class MeteredOrigin implements Origin {
  private final Origin origin;
  private final OriginMeter meter;
  private final OriginWatch watch;

  MeteredOrigin(Origin origin, OriginMeter meter, OriginWatch watch) {
    this.origin = origin;
    this.meter = meter;
    this.watch = watch;
  }

  @FunctionalInterface
  private interface Call<T> {
    T ask() throws IOException;
  }

  @Override
  public ObjectFacts facts(ObjectName name) throws IOException {
    ObjectFacts facts = heard(Question.FACTS, () -> origin.facts(name));
    meter.succeeded(Question.FACTS);
    return facts;
  }

  @Override
  public ObjectFacts facts(ObjectName name, ObjectFacts known) throws IOException {
    ObjectFacts facts = heard(Question.FACTS, () -> origin.facts(name, known));
    meter.succeeded(Question.FACTS);
    return facts;
  }

  @Override
  public InputStream open(ObjectName name, String etag, long offset, long length)
      throws IOException {
    OriginFetchEvent event = OriginFetchEvent.begun(name.bucket(), offset, length);
    long asked = System.nanoTime();
    try {
      InputStream slice = heard(Question.SLICE, () -> origin.open(name, etag, offset, length));
      event.timeToFirstByte = System.nanoTime() - asked;
      return new MeteredStream(slice, length, meter, watch, event);
    } catch (IOException e) {
      event.over(0, OriginMeter.result(e));
      throw e;
    }
  }

  @Override
  public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
    byte[] list = heard(Question.LIST, () -> origin.list(bucket, query));
    meter.succeeded(Question.LIST);
    return list;
  }

  @Override
  public Response send(Request request) throws IOException {
    Response answer = heard(Question.WRITE, () -> origin.send(request));
    meter.succeeded(Question.WRITE);
    return answer;
  }

  @Override
  public void probe() throws IOException {
    Origin _ =
        heard(
            Question.PROBE,
            () -> {
              origin.probe();
              return origin;
            });
    meter.succeeded(Question.PROBE);
  }

  @Override
  public void close() {
    origin.close();
  }

  private <T> T heard(Question question, Call<T> call) throws IOException {
    long asked = System.nanoTime();
    try {
      T answer = call.ask();
      meter.began(question, System.nanoTime() - asked);
      watch.answered();
      return answer;
    } catch (PayloadException e) {
      // The client's doing, of which the origin has heard nothing.
      throw e;
    } catch (IOException e) {
      meter.failed(question, e);
      watch.failed(e);
      throw e;
    }
  }
}
