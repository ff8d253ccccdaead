package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InputStream;
import java.util.SequencedMap;

/// An origin that is listened to: [OriginWatch] hears whether it answers.
///
/// Safe for use by any number of threads.
public final class MeteredOrigin implements Origin {
  private final Origin origin;
  private final OriginWatch watch;

  public MeteredOrigin(Origin origin, OriginWatch watch) {
    this.origin = origin;
    this.watch = watch;
  }

  @FunctionalInterface
  private interface Question<T> {
    T ask() throws IOException;
  }

  @Override
  public ObjectFacts facts(ObjectName name) throws IOException {
    return heard(() -> origin.facts(name));
  }

  @Override
  public InputStream open(ObjectName name, String etag, long offset, long length)
      throws IOException {
    return heard(() -> origin.open(name, etag, offset, length));
  }

  @Override
  public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
    return heard(() -> origin.list(bucket, query));
  }

  @Override
  public void probe() throws IOException {
    heard(() -> {
      origin.probe();
      return origin;
    });
  }

  @Override
  public void close() {
    origin.close();
  }

  private <T> T heard(Question<T> question) throws IOException {
    try {
      T answer = question.ask();
      watch.answered();
      return answer;
    } catch (OriginException e) {
      if (e.reason().isTransient()) {
        watch.failed(e);
      } else {
        watch.answered();
      }
      throw e;
    } catch (IOException e) {
      watch.failed(e);
      throw e;
    }
  }
}
