package dev.millrace.gateway.fleet;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.otlp.CurrentSpan;
import dev.millrace.gateway.slice.Peer;
import dev.millrace.gateway.slice.SliceKey;
import dev.millrace.s3.ByteRange;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Another node of the fleet, over pooled connections by mutual TLS.
///
/// A question may stay open for long, since the peer may wait for its origin; meanwhile a [Vigil]
/// sees to it that the peer is there. Whoever finds it not to answer begins an outage, during which
/// nobody asks it for slices. So does a trial ([SpeedTrial]), which an odd answer causes ([Pace]),
/// and which finds the peer slow; what it was asked before, a slow one still answers. One thread
/// goes on asking whether it is there, with a pause in between, and the outage ends once it answers
/// and is not slow. So an outage costs those a wait who met its beginning, and nobody else; and a
/// peer that is well is hardly ever asked without need.
///
/// So many questions may be open at the same time, and further ones take turns. Whether the peer is
/// there is asked over connections of their own, as those for slices may all be in use.
///
/// Safe for use by any number of threads.
final class PeerLink implements Peer, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PeerLink.class.getName());

  /// As many as ask at the same time whether the peer is there, and more: who doubts, the revival,
  /// a report, and all trials that there may be.
  private static final int CONNECTIONS_TO_PROBE = 16;

  private static final Duration BETWEEN_TRIALS = Duration.ofSeconds(5);

  /// When to ask whether a peer is back: ever more rarely, and not when all others do.
  private static final RetryPolicy REVIVAL =
      new RetryPolicy(Integer.MAX_VALUE, Duration.ofSeconds(1), Duration.ofSeconds(8));

  private final Node node;
  private final String bucket;
  private final S3Client slices;
  private final S3Client probes;
  private final Duration timeout;
  private final Duration patience;
  private final Semaphore turns;
  private final Pace pace;
  private final SpeedTrial trial;
  private final Function<PeerLink, List<PeerLink>> others;
  private final Vigil vigil;
  private final AtomicReference<@Nullable Outage> outage = new AtomicReference<>();
  private final AtomicReference<@Nullable String> refusal = new AtomicReference<>();
  private final AtomicBoolean isOnTrial = new AtomicBoolean();
  private final ReentrantLock asking = new ReentrantLock();
  private long answered = System.nanoTime();
  private volatile boolean closed;

  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  /// @param pace of all peers together
  /// @param trial of all peers, too
  /// @param others gives all other peers that are available
  PeerLink(
      Node node,
      String bucket,
      SSLContext tls,
      PeerLimits limits,
      Pace pace,
      SpeedTrial trial,
      Function<PeerLink, List<PeerLink>> others) {
    this.node = node;
    this.bucket = bucket;
    this.timeout = limits.timeout();
    this.patience = limits.silence();
    this.turns = new Semaphore(limits.questions(), true);
    this.pace = pace;
    this.trial = trial;
    this.others = others;
    S3Config.Builder config =
        S3Config.builder(URI.create("https://" + node.address()), "fleet")
            .tls(tls)
            .connectTimeout(timeout)
            .retries(RetryPolicy.none())
            .proxy(null);
    this.probes =
        new S3Client(config.readTimeout(timeout).connections(CONNECTIONS_TO_PROBE).build());
    this.slices =
        new S3Client(
            config
                .readTimeout(patience)
                .connections(limits.questions())
                .unsignedHeaders(CurrentSpan::headers)
                .build());
    this.vigil = new Vigil("vigil for " + node.name(), timeout, this::isThere);
  }

  Node node() {
    return node;
  }

  @Override
  public String name() {
    return node.name();
  }

  boolean isAvailable() {
    return outage.get() == null;
  }

  /// Null while it answers, as far as is known.
  @Nullable Outage outage() {
    return outage.get();
  }

  /// Why it refuses slices whatever they are, or null if it does not.
  @Nullable String refusal() {
    return refusal.get();
  }

  @Override
  public InputStream open(SliceKey key, int size, int length, int from) throws IOException {
    SliceAddress slice =
        new SliceAddress(key.object(), size, key.index(), length, key.generation());
    ByteRange range = new ByteRange(from, length - from);
    return vigil.during(() -> {
      awaitTurn();
      boolean isOpen = false;
      try {
        long asked = System.nanoTime();
        InputStream body = slices.open(bucket, slice.key(), range, key.etag()).stream();
        heed(System.nanoTime() - asked);
        isOpen = true;
        return new Answer(body);
      } catch (S3Exception e) {
        throw refused(e);
      } finally {
        if (!isOpen) {
          turns.release();
        }
      }
    });
  }

  private void awaitTurn() throws IOException {
    try {
      if (!turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new RefusedException(node.name() + " is asked for too much at the same time", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(node.name() + " is not there");
    }
  }

  /// Takes an answer, which began after so many nanoseconds. Beyond the timeout the vigil has asked
  /// meanwhile whether the peer is there, so that a longer wait says nothing more about it.
  private void heed(long nanos) {
    if (refusal.get() != null && refusal.getAndSet(null) != null) {
      LOG.log(System.Logger.Level.WARNING, "node {0} gives slices again", node.name());
    }
    if (pace.add(Math.min(nanos, timeout.toNanos())) && isOnTrial.compareAndSet(false, true)) {
      Thread.ofVirtual().name("trial of " + node.name()).start(this::beOnTrial);
    }
  }

  /// Tells the log if the peer does not understand the question: then it has other settings, and
  /// refuses all of them.
  private RefusedException refused(S3Exception answer) {
    if (answer.status() == 400 && refusal.getAndSet(answer.getMessage()) == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "node {0} refuses slices, which are fetched from the origin instead: {1}",
          node.name(),
          answer.getMessage());
    }
    return new RefusedException(node.name() + " refuses a slice: " + answer.getMessage(), answer);
  }

  /// Of many who ask at the same time, few cause a question.
  @Override
  public boolean answers() {
    long wanted = System.nanoTime();
    asking.lock();
    try {
      if (closed || !isAvailable() || answered - wanted > 0) {
        return !closed && isAvailable();
      }
      long asked = System.nanoTime();
      String silence = silence();
      if (silence == null) {
        answered = asked;
      } else {
        begin("silent: " + silence, false);
      }
      return silence == null;
    } finally {
      asking.unlock();
    }
  }

  /// For those who wait for answers already: a slow peer gives them, and so does one that has left
  /// the list.
  private boolean isThere() {
    if (closed) {
      return true;
    }
    Outage now = outage.get();
    return now == null ? answers() : now.isSlowness() && silence() == null;
  }

  /// As [#answers], for whoever will see from [#outage]. Nobody waits for the answer, so a peer
  /// that has just been started may take its time for the first handshake.
  void greet() {
    if (silence() != null) {
      boolean _ = answers();
    }
  }

  /// Why the peer does not say that it is there, or null if it does.
  @Nullable String silence() {
    try {
      probes.probe(bucket);
      return null;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /// How long it takes to say that it is there, and at least as long as it may take if it does not.
  long nanosToAnswer() {
    long asked = System.nanoTime();
    boolean isThere = silence() == null;
    long took = System.nanoTime() - asked;
    return isThere ? took : Math.max(timeout.toNanos(), took);
  }

  private void beOnTrial() {
    try {
      String slowness = slowness();
      if (slowness != null) {
        begin(slowness, true);
      }
      Thread.sleep(BETWEEN_TRIALS);
    } catch (InterruptedException _) {
      // Nobody interrupts it.
    } finally {
      isOnTrial.set(false);
    }
  }

  private @Nullable String slowness() throws InterruptedException {
    return trial.slowness(
        this::nanosToAnswer,
        others.apply(this).stream().<LongSupplier>map(link -> link::nanosToAnswer).toList());
  }

  /// Begins an outage, unless there is one.
  private void begin(String cause, boolean isSlowness) {
    Outage fresh = new Outage(System.nanoTime(), cause, isSlowness);
    if (closed || !outage.compareAndSet(null, fresh)) {
      return;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "node {0} is {1}; others are asked for its keys",
        node.name(),
        cause);
    Thread.ofVirtual().name("revival of " + node.name()).start(this::awaitRevival);
  }

  private void awaitRevival() {
    for (int failures = 1; !closed; failures++) {
      try {
        Thread.sleep(REVIVAL.pause(failures, ThreadLocalRandom.current()));
        if (silence() == null && slowness() == null) {
          outage.set(null);
          LOG.log(System.Logger.Level.WARNING, "node {0} is asked again", node.name());
          return;
        }
      } catch (InterruptedException _) {
        return;
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "node " + node.name() + " could not be asked", e);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    slices.close();
    probes.close();
  }

  /// A body whose reader is looked after, and with whose end the turn ends.
  private final class Answer extends FilterInputStream {
    private boolean isClosed;

    Answer(InputStream body) {
      super(body);
    }

    @Override
    public int read() throws IOException {
      return vigil.during(super::read);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return vigil.during(() -> super.read(into, offset, length));
    }

    @Override
    public void close() throws IOException {
      try {
        super.close();
      } finally {
        if (!isClosed) {
          isClosed = true;
          turns.release();
        }
      }
    }
  }
}
