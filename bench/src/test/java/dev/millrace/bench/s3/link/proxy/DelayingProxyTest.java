package dev.millrace.bench.s3.link.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The proxy between two sockets of this test. Nothing is expected to be quick but where a link
/// says how quick it is, and there a machine that is busy may only make it slower.
@Timeout(60)
class DelayingProxyTest {
  private static final long MILLI = 1_000_000;
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private ServerSocketChannel listener;

  @BeforeEach
  void listen() throws IOException {
    listener = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0));
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  /// A client's end of a connection, and the server's.
  private record Ends(DelayingProxy proxy, SocketChannel client, SocketChannel server)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      client.close();
      server.close();
      proxy.close();
    }
  }

  private Ends connect(Terms terms) throws IOException {
    DelayingProxy proxy = DelayingProxy.start(listener.socket().getLocalPort(), terms);
    SocketChannel client = SocketChannel.open(new InetSocketAddress(LOOPBACK, proxy.port()));
    return new Ends(proxy, client, listener.accept());
  }

  private static Terms terms(int oneWayMillis, long bytesPerSecond) {
    return new Terms(Duration.ofMillis(oneWayMillis), bytesPerSecond);
  }

  @Test
  void the_first_byte_waits_for_a_connection_and_every_byte_for_its_way() throws Exception {
    long begin = System.nanoTime();
    try (Ends ends = connect(terms(10, 50_000_000))) {
      send(ends.client(), 1);
      receive(ends.server(), 1);
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(30 * MILLI);

      long answer = System.nanoTime();
      send(ends.server(), 1);
      receive(ends.client(), 1);
      assertThat(System.nanoTime() - answer).isGreaterThanOrEqualTo(10 * MILLI);

      long second = System.nanoTime();
      send(ends.client(), 1);
      receive(ends.server(), 1);
      assertThat(System.nanoTime() - second).isGreaterThanOrEqualTo(10 * MILLI);
    }
  }

  /// The quickest of several times: all may be held up by what else the machine does.
  @Test
  void bytes_come_at_the_rate_of_the_link() throws Exception {
    int size = 4_000_000;
    long ideal = 410 * MILLI;
    long quickest = Long.MAX_VALUE;
    for (int i = 0; i < 10 && quickest > ideal * 11 / 10; i++) {
      try (Ends ends = connect(terms(10, 10_000_000))) {
        long begin = System.nanoTime();
        CompletableFuture<Void> sender =
            CompletableFuture.runAsync(() -> sendUnchecked(ends.server(), size));
        receive(ends.client(), size);
        quickest = Math.min(quickest, System.nanoTime() - begin);
        sender.join();
        assertThat(quickest).isGreaterThanOrEqualTo(ideal);
      }
    }

    assertThat(quickest).isLessThanOrEqualTo(ideal * 11 / 10);
  }

  @Test
  void bytes_stay_the_same() throws Exception {
    byte[] bytes = new byte[300_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ((i * i) >> 8);
    }
    try (Ends ends = connect(terms(1, 50_000_000))) {
      CompletableFuture<Void> sender =
          CompletableFuture.runAsync(
              () -> sendUnchecked(ends.server(), ByteBuffer.wrap(bytes.clone())));

      assertThat(receive(ends.client(), bytes.length)).isEqualTo(bytes);
      sender.join();
    }
  }

  @Test
  void what_is_on_its_way_is_bounded() throws Exception {
    // An hour on its way: nothing of what is sent arrives.
    try (Ends ends = connect(terms(3_600_000, 50_000_000))) {
      ends.server().setOption(StandardSocketOptions.SO_SNDBUF, 1 << 16);
      ends.server().configureBlocking(false);
      long sent = 0;
      long quietSince = System.nanoTime();
      while (System.nanoTime() - quietSince < 500 * MILLI) {
        int count = ends.server().write(ByteBuffer.allocate(1 << 16));
        quietSince = count > 0 ? System.nanoTime() : quietSince;
        sent += count;
        Thread.onSpinWait();
      }

      long system = 40 << 20;
      assertThat(sent)
          .isBetween((long) Lane.CHUNKS * Chunks.BYTES, Lane.CHUNKS * Chunks.BYTES + system);
    }
  }

  @Test
  void one_direction_may_end_before_the_other() throws Exception {
    try (Ends ends = connect(terms(1, 50_000_000))) {
      send(ends.client(), 3);
      ends.client().shutdownOutput();
      receive(ends.server(), 3);
      assertThat(ends.server().read(ByteBuffer.allocate(1))).isEqualTo(-1);

      send(ends.server(), 5);
      ends.server().shutdownOutput();
      receive(ends.client(), 5);
      assertThat(ends.client().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void a_reset_of_the_server_reaches_the_client() throws Exception {
    try (Ends ends = connect(terms(1, 50_000_000))) {
      reset(ends.server());

      assertThatThrownBy(() -> ends.client().read(ByteBuffer.allocate(1)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_reset_of_the_client_reaches_a_server_that_writes() throws Exception {
    try (Ends ends = connect(terms(1, 50_000_000))) {
      send(ends.server(), 1);
      receive(ends.client(), 1);
      reset(ends.client());

      assertThatThrownBy(
              () -> {
                while (true) {
                  send(ends.server(), 1 << 16);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_client_of_a_server_that_is_not_there_is_reset() throws Exception {
    int port = listener.socket().getLocalPort();
    listener.close();
    try (DelayingProxy proxy = DelayingProxy.start(port, terms(1, 50_000_000));
        SocketChannel client = SocketChannel.open(new InetSocketAddress(LOOPBACK, proxy.port()))) {
      assertThatThrownBy(() -> client.read(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
    }
  }

  private static void reset(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    channel.close();
  }

  private static void send(SocketChannel to, int count) throws IOException {
    send(to, ByteBuffer.allocate(count));
  }

  private static void send(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  private static void sendUnchecked(SocketChannel to, int count) {
    sendUnchecked(to, ByteBuffer.allocate(count));
  }

  private static void sendUnchecked(SocketChannel to, ByteBuffer bytes) {
    try {
      send(to, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] receive(SocketChannel from, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && from.read(bytes) >= 0) {
      // All of them are wanted.
    }
    assertThat(bytes.remaining()).isZero();
    return bytes.array();
  }
}
