package dev.millrace.gateway.fleet;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.slice.Peer;
import dev.millrace.gateway.slice.SliceKey;
import dev.millrace.s3.ByteRange;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Another node of the fleet, over pooled connections by mutual TLS.
///
/// Whoever finds it not to answer begins an outage, during which nobody asks it for slices. So does
/// a trial ([SpeedTrial]), which an odd answer causes ([Pace]), and which finds the peer slow. One
/// thread goes on asking whether it is there, with a pause in between, and the outage ends once it
/// answers and is not slow. So an outage costs those a wait who met its beginning, and nobody else;
/// and a peer that is well is hardly ever asked without need.
///
/// Safe for use by any number of threads.
final class PeerLink implements Peer, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PeerLink.class.getName());

  /// More than may be fetched at the same time: no question has to wait for a connection.
  private static final int CONNECTIONS = 8192;

  private static final Duration BETWEEN_TRIALS = Duration.ofSeconds(5);

  /// When to ask whether a peer is back: ever more rarely, and not when all others do.
  private static final RetryPolicy REVIVAL =
      new RetryPolicy(Integer.MAX_VALUE, Duration.ofSeconds(1), Duration.ofSeconds(8));

  private final Node node;
  private final String bucket;
  private final S3Client client;
  private final Duration timeout;
  private final Pace pace;
  private final Function<PeerLink, List<PeerLink>> others;
  private final AtomicReference<@Nullable Outage> outage = new AtomicReference<>();
  private final AtomicBoolean isOnTrial = new AtomicBoolean();
  private volatile boolean closed;

  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  /// @param timeout how long the peer may be silent
  /// @param pace of all peers together
  /// @param others gives all other peers that are available
  PeerLink(
      Node node,
      String bucket,
      SSLContext tls,
      Duration timeout,
      Pace pace,
      Function<PeerLink, List<PeerLink>> others) {
    this.node = node;
    this.bucket = bucket;
    this.timeout = timeout;
    this.pace = pace;
    this.others = others;
    this.client =
        new S3Client(
            S3Config.builder(URI.create("https://" + node.address()), "fleet")
                .tls(tls)
                .connectTimeout(timeout)
                .readTimeout(timeout)
                .connections(CONNECTIONS)
                .retries(RetryPolicy.none())
                .proxy(null)
                .build());
  }

  Node node() {
    return node;
  }

  boolean isAvailable() {
    return outage.get() == null;
  }

  /// Null while it answers, as far as is known.
  @Nullable Outage outage() {
    return outage.get();
  }

  @Override
  public InputStream open(SliceKey key, int size, int length, int from) throws IOException {
    SliceAddress slice = new SliceAddress(key.object(), size, key.index(), length);
    ByteRange range = new ByteRange(from, length - from);
    long asked = System.nanoTime();
    try {
      InputStream answer = client.open(bucket, slice.key(), range, key.etag()).stream();
      if (pace.add(System.nanoTime() - asked) && isOnTrial.compareAndSet(false, true)) {
        Thread.ofVirtual().name("trial of " + node.name()).start(this::beOnTrial);
      }
      return answer;
    } catch (S3Exception e) {
      throw new RefusedException(node.name() + " refuses a slice: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean answers() {
    String silence = silence();
    if (silence != null) {
      begin("silent: " + silence);
    }
    return silence == null;
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
      client.probe(bucket);
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
      String slowness = SpeedTrial.slowness(this, others.apply(this));
      if (slowness != null) {
        begin(slowness);
      }
      Thread.sleep(BETWEEN_TRIALS);
    } catch (InterruptedException _) {
      // Nobody interrupts it.
    } finally {
      isOnTrial.set(false);
    }
  }

  /// Begins an outage, unless there is one.
  private void begin(String cause) {
    if (closed || !outage.compareAndSet(null, new Outage(System.nanoTime(), cause))) {
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
        if (silence() == null && SpeedTrial.slowness(this, others.apply(this)) == null) {
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
    client.close();
  }
}
