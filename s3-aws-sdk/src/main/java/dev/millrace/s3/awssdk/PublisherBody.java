package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.RequestBody;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/// A body that comes from a publisher, which is asked for no more than a few buffers ahead of what
/// has gone out.
///
/// Once there is as much as was announced, the body is whole, whether or not the publisher says so:
/// it has until the end of the exchange to do that, and is cancelled then. Some listen for its end.
final class PublisherBody implements RequestBody, Subscriber<ByteBuffer>, AutoCloseable {
  private static final int AHEAD = 2;

  private final Publisher<ByteBuffer> publisher;
  private final long length;
  private final Runnable before;
  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private volatile @Nullable Subscription subscription;
  private volatile boolean ended;

  /// What the publisher says.
  private sealed interface Signal {
    record Bytes(ByteBuffer bytes) implements Signal {}

    record End() implements Signal {}

    record Failure(Throwable cause) implements Signal {}
  }

  /// @param length -1 where it is not known
  /// @param before to be run before the publisher is first called
  PublisherBody(Publisher<ByteBuffer> publisher, long length, Runnable before) {
    this.publisher = publisher;
    this.length = length;
    this.before = before;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    before.run();
    publisher.subscribe(this);
    long left = length < 0 ? Long.MAX_VALUE : length;
    while (left > 0) {
      switch (next()) {
        case Signal.Bytes(ByteBuffer bytes) -> {
          left -= write(bytes, left, out);
          ask(1);
        }
        case Signal.Failure(Throwable cause) -> throw failure(cause);
        case Signal.End() -> {
          return;
        }
      }
    }
  }

  /// Ends the wait for the publisher.
  void abort() {
    signals.add(new Signal.Failure(new InterruptedIOException("aborted")));
  }

  /// Cancels what the publisher has not ended.
  @Override
  public void close() {
    Subscription present = subscription;
    if (present != null && !ended) {
      present.cancel();
    }
  }

  @Override
  public void onSubscribe(Subscription given) {
    Objects.requireNonNull(given);
    if (subscription != null) {
      given.cancel();
      return;
    }
    subscription = given;
    ask(AHEAD);
  }

  @Override
  public void onNext(ByteBuffer bytes) {
    signals.add(new Signal.Bytes(Objects.requireNonNull(bytes)));
  }

  @Override
  public void onError(Throwable failure) {
    ended = true;
    signals.add(new Signal.Failure(Objects.requireNonNull(failure)));
  }

  @Override
  public void onComplete() {
    ended = true;
    signals.add(new Signal.End());
  }

  private void ask(long count) {
    Subscription present = subscription;
    if (present != null) {
      present.request(count);
    }
  }

  private Signal next() throws InterruptedIOException {
    try {
      return signals.take();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /// Writes no more than `most` bytes.
  ///
  /// @return how many
  private static int write(ByteBuffer bytes, long most, OutputStream out) throws IOException {
    int count = (int) Math.min(bytes.remaining(), most);
    if (bytes.hasArray()) {
      out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), count);
    } else {
      byte[] copy = new byte[count];
      bytes.get(bytes.position(), copy);
      out.write(copy);
    }
    return count;
  }

  private static IOException failure(Throwable cause) {
    return switch (cause) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> new IOException(cause);
    };
  }
}
