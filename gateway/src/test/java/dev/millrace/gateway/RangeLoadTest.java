package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many connections at once that read ranges of an object much larger than the memory tier, in a
/// Java heap of 512 MB that the clients share with the gateway.
class RangeLoadTest {
  private static final int CONNECTIONS = 64;
  private static final int REQUESTS = 10_000;
  private static final long SIZE = 1L << 30;

  @TempDir private Path folder;

  @Test
  void ten_thousand_ranges_of_1_gib_are_right_in_512_mb_of_heap() throws Exception {
    assertThat(Runtime.getRuntime().maxMemory()).isLessThanOrEqualTo(512L << 20);
    write(folder.resolve("large"));
    try (TestGateway gateway = TestGateway.serving(folder, "memory-size", "256MiB");
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      SSLSocketFactory sockets = TestGateway.trust().getSocketFactory();
      List<Future<Integer>> clients = new ArrayList<>();
      SplittableRandom seeds = new SplittableRandom(5);
      for (int i = 0; i < CONNECTIONS; i++) {
        SplittableRandom random = seeds.split();
        int share = REQUESTS / CONNECTIONS + (i < REQUESTS % CONNECTIONS ? 1 : 0);
        clients.add(
            executor.submit(() -> {
              InetAddress loopback = InetAddress.getLoopbackAddress();
              try (Socket socket = sockets.createSocket(loopback, gateway.port())) {
                return readRanges(socket, share, random);
              }
            }));
      }
      int answered = 0;
      for (Future<Integer> client : clients) {
        answered += client.get();
      }
      assertThat(answered).isEqualTo(REQUESTS);
    }
  }

  private static int readRanges(Socket socket, int count, SplittableRandom random)
      throws IOException {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    byte[] buffer = new byte[1 << 16];
    for (int i = 0; i < count; i++) {
      int bound = 1 << random.nextInt(4, 23);
      long first = random.nextLong(SIZE);
      long last = Math.min(SIZE, first + random.nextInt(1, bound)) - 1;
      request(socket.getOutputStream(), first, last);
      assertThat(head(in))
          .startsWith("HTTP/1.1 206")
          .containsIgnoringCase("Content-Range: bytes " + first + "-" + last + "/" + SIZE);
      compareBody(in, first, last, buffer);
    }
    return count;
  }

  private static void request(OutputStream out, long first, long last) throws IOException {
    String request =
        "GET /mill/large HTTP/1.1\r\nHost: h\r\nRange: bytes=" + first + "-" + last + "\r\n\r\n";
    out.write(request.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("the connection ended after: " + head);
      }
      head.append((char) b);
    }
    return head.toString();
  }

  private static void compareBody(DataInputStream in, long first, long last, byte[] buffer)
      throws IOException {
    for (long position = first; position <= last; ) {
      int length = (int) Math.min(buffer.length, last - position + 1);
      in.readFully(buffer, 0, length);
      for (int i = 0; i < length; i++) {
        if (buffer[i] != byteAt(position + i)) {
          throw new AssertionError("wrong byte at " + (position + i));
        }
      }
      position += length;
    }
  }

  private static void write(Path file) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(1 << 20);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long position = 0; position < SIZE; position += block.capacity()) {
        block.clear();
        while (block.hasRemaining()) {
          block.put(byteAt(position + block.position()));
        }
        channel.write(block.flip());
      }
    }
  }

  /// The content of the object: a byte that tells its position from any other nearby.
  private static byte byteAt(long position) {
    return (byte) ((position * 0x9E3779B97F4A7C15L) >>> 56);
  }
}
