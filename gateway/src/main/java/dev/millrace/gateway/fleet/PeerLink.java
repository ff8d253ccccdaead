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
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Another node of the fleet, over pooled connections by mutual TLS.
///
/// Whoever finds it not to answer begins an outage, during which nobody asks it for slices. One
/// thread goes on asking whether it is there, with a pause in between, and its first answer ends
/// the outage. So an outage costs those a wait who met its beginning, and nobody else; and a peer
/// that is well is never asked without need.
///
/// Safe for use by any number of threads.
final class PeerLink implements Peer, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PeerLink.class.getName());
  private static final int CONNECTIONS = 1024;

  private final Node node;
  private final String bucket;
  private final S3Client client;
  private final Duration pause;
  private final AtomicReference<@Nullable Outage> outage = new AtomicReference<>();
  private volatile boolean closed;

  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  /// @param timeout how long the peer may be silent, and the pause between two questions whether it
  ///   is back
  PeerLink(Node node, String bucket, SSLContext tls, Duration timeout) {
    this.node = node;
    this.bucket = bucket;
    this.pause = timeout;
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
    try {
      return client
          .open(bucket, slice.key(), new ByteRange(from, length - from), key.etag())
          .stream();
    } catch (S3Exception e) {
      throw new RefusedException(node.name() + " refuses a slice: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean answers() {
    try {
      client.probe(bucket);
      return true;
    } catch (IOException e) {
      Outage begun = new Outage(System.nanoTime(), String.valueOf(e.getMessage()));
      if (!closed && outage.compareAndSet(null, begun)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "node {0} does not answer ({1}); its keys go to its fallback until it does",
            node.name(),
            e.getMessage());
        Thread.ofVirtual().name("revival of " + node.name()).start(this::awaitRevival);
      }
      return false;
    }
  }

  private void awaitRevival() {
    while (!closed) {
      try {
        Thread.sleep(pause);
        client.probe(bucket);
        outage.set(null);
        LOG.log(System.Logger.Level.INFO, "node {0} answers again", node.name());
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
