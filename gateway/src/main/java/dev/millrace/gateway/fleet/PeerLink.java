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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Another node of the fleet, over pooled connections by mutual TLS.
///
/// Whoever finds it not to answer begins an outage, during which nobody asks it for slices. One
/// thread goes on asking whether it is there, with a pause in between, and its first answer ends
/// the outage. So an outage costs those a wait who met its beginning, and nobody else; and a peer
/// that is well is never asked without need.
///
/// A peer that is much slower than the others ([Pace]) rests likewise, for a few seconds at first,
/// and twice as long each time that it turns out to be slow again.
///
/// Safe for use by any number of threads.
final class PeerLink implements Peer, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PeerLink.class.getName());

  /// More than may be fetched at the same time: no question has to wait for a connection.
  private static final int CONNECTIONS = 8192;

  private static final Duration SHORTEST_REST = Duration.ofSeconds(2);
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  private final Node node;
  private final String bucket;
  private final S3Client client;
  private final Duration timeout;
  private final Function<PeerLink, List<Pace>> others;
  private final Pace pace = new Pace();
  private final AtomicReference<@Nullable Outage> outage = new AtomicReference<>();
  private volatile Duration rest = SHORTEST_REST;
  private volatile boolean closed;

  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  /// @param timeout how long the peer may be silent, and the pause between two questions whether it
  ///   is back
  /// @param others gives the pace of all other peers that are available
  PeerLink(
      Node node,
      String bucket,
      SSLContext tls,
      Duration timeout,
      Function<PeerLink, List<Pace>> others) {
    this.node = node;
    this.bucket = bucket;
    this.timeout = timeout;
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

  Pace pace() {
    return pace;
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
      return client.open(bucket, slice.key(), range, key.etag()).stream();
    } catch (S3Exception e) {
      throw new RefusedException(node.name() + " refuses a slice: " + e.getMessage(), e);
    } finally {
      if (pace.add(System.nanoTime() - asked)) {
        compare();
      }
    }
  }

  @Override
  public boolean answers() {
    try {
      client.probe(bucket);
      return true;
    } catch (IOException e) {
      begin("silent: " + e.getMessage(), timeout);
      return false;
    }
  }

  /// As [#answers], for whoever will see from [#outage].
  void greet() {
    boolean _ = answers();
  }

  private void compare() {
    String slowness = pace.slowness(others.apply(this));
    if (slowness != null && begin(slowness, rest)) {
      Duration twice = rest.multipliedBy(2);
      rest = twice.compareTo(LONGEST_REST) < 0 ? twice : LONGEST_REST;
    }
  }

  /// Begins an outage, unless there is one.
  ///
  /// @param pause before each question whether it is over
  private boolean begin(String cause, Duration pause) {
    if (closed || !outage.compareAndSet(null, new Outage(System.nanoTime(), cause))) {
      return false;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "node {0} is {1}; others are asked for its keys",
        node.name(),
        cause);
    Thread.ofVirtual().name("revival of " + node.name()).start(() -> awaitRevival(pause));
    return true;
  }

  private void awaitRevival(Duration pause) {
    while (!closed) {
      try {
        Thread.sleep(pause);
        client.probe(bucket);
        pace.reset();
        outage.set(null);
        LOG.log(System.Logger.Level.WARNING, "node {0} is asked again", node.name());
        return;
      } catch (IOException _) {
        // Not yet.
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
