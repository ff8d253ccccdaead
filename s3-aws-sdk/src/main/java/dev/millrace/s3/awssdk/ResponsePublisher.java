package dev.millrace.s3.awssdk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.SdkCancellationException;

/// The body of an answer for one subscriber, who gets it from the thread of the exchange.
///
/// That thread waits for the subscriber, then for its demand, reads, and hands over a buffer, again
/// and again. Thus all signals come one after another, and the network is read only when bytes are
/// wanted: a slow subscriber never runs into the time that the server may stay silent. The one
/// exception is a body whose length is not known, of which one buffer is read ahead, since that it
/// has ended must be said to those too who ask for no more.
///
/// Each buffer is used once, and belongs to the subscriber.
final class ResponsePublisher implements Publisher<ByteBuffer> {
  private static final int BUFFER = 64 << 10;

  private final SharedExchange exchange;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean taken;
  private @Nullable Subscriber<? super ByteBuffer> subscriber;
  private long demand;
  private boolean cancelled;
  private @Nullable Throwable failure;

  ResponsePublisher(SharedExchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> newcomer) {
    Objects.requireNonNull(newcomer);
    Throwable refusal;
    lock.lock();
    try {
      refusal = taken ? new IllegalStateException("one subscriber only") : failure;
      if (refusal == null) {
        taken = true;
        subscriber = newcomer;
        changed.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    newcomer.onSubscribe(new Refused());
    newcomer.onError(refusal);
  }

  /// Hands the body over, in the calling thread.
  ///
  /// @return null where that was done to its end, and otherwise why it was not
  @Nullable Throwable serve() {
    Subscriber<? super ByteBuffer> served = awaitSubscriber();
    if (served == null) {
      return failure();
    }
    served.onSubscribe(new Demand());
    boolean whole = false;
    try {
      whole = handOver(served);
    } catch (IOException e) {
      fail(e);
    }
    if (isCancelled()) {
      return whole ? null : new SdkCancellationException("the subscriber wants no more");
    }
    Throwable cause = whole ? null : failure();
    if (cause == null) {
      served.onComplete();
    } else {
      served.onError(cause);
    }
    return cause;
  }

  /// Ends all waits for the subscriber, for the reason given unless there was one before.
  void fail(Throwable cause) {
    lock.lock();
    try {
      if (failure == null) {
        failure = cause;
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// @return whether all of the body was handed over
  private boolean handOver(Subscriber<? super ByteBuffer> served) throws IOException {
    for (long left = exchange.remaining(); left != 0; left = exchange.remaining()) {
      if (left > 0 && !awaitDemand()) {
        return false;
      }
      ByteBuffer bytes = read(left);
      if (bytes == null) {
        return true;
      }
      if (!takeDemand()) {
        return false;
      }
      served.onNext(bytes);
    }
    return true;
  }

  /// @return null at the end of the body
  private @Nullable ByteBuffer read(long left) throws IOException {
    int size = left < 0 ? BUFFER : (int) Math.min(left, BUFFER);
    ByteBuffer bytes = ByteBuffer.allocate(size);
    if (exchange.read(bytes) < 0) {
      return null;
    }
    bytes.flip();
    // Who keeps the buffers should not keep much more than what is in them.
    return bytes.remaining() >= size / 2
        ? bytes
        : ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
  }

  /// Nobody but the caller holds on to the subscriber afterwards (Reactive Streams, rule 3.13).
  private @Nullable Subscriber<? super ByteBuffer> awaitSubscriber() {
    lock.lock();
    try {
      while (subscriber == null && failure == null) {
        changed.awaitUninterruptibly();
      }
      Subscriber<? super ByteBuffer> present = subscriber;
      subscriber = null;
      return present;
    } finally {
      lock.unlock();
    }
  }

  /// @return false where there will be none
  private boolean awaitDemand() {
    lock.lock();
    try {
      while (demand == 0 && !cancelled && failure == null) {
        changed.awaitUninterruptibly();
      }
      return !cancelled && failure == null;
    } finally {
      lock.unlock();
    }
  }

  /// @return false where there will be none
  private boolean takeDemand() {
    lock.lock();
    try {
      boolean present = awaitDemand();
      if (present && demand != Long.MAX_VALUE) {
        demand--;
      }
      return present;
    } finally {
      lock.unlock();
    }
  }

  private boolean isCancelled() {
    lock.lock();
    try {
      return cancelled;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Throwable failure() {
    lock.lock();
    try {
      return failure;
    } finally {
      lock.unlock();
    }
  }

  /// What the subscriber wants.
  private final class Demand implements Subscription {
    @Override
    public void request(long count) {
      if (count <= 0) {
        fail(new IllegalArgumentException("request(" + count + ") (Reactive Streams, rule 3.9)"));
        return;
      }
      lock.lock();
      try {
        long sum = demand + count;
        demand = sum < 0 ? Long.MAX_VALUE : sum;
        changed.signal();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void cancel() {
      lock.lock();
      try {
        cancelled = true;
        changed.signal();
      } finally {
        lock.unlock();
      }
      exchange.abort();
    }
  }

  /// Of a subscriber that gets nothing.
  private static final class Refused implements Subscription {
    @Override
    public void request(long count) {
      // There is nothing to ask for.
    }

    @Override
    public void cancel() {
      // Nothing is under way.
    }
  }
}
