package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the origin is asked when many clients want the same bytes.
@Timeout(60)
class SingleFlightTest {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  @Test
  void a_thousand_clients_that_miss_cause_one_request_for_the_bytes() throws Exception {
    try (ScriptedServer origin = heldBack();
        TestGateway gateway = inFrontOf(origin);
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        answers.add(executor.submit(() -> gateway.get("/mill/k")));
      }
      asked.await();
      released.countDown();
      for (Future<HttpResponse<byte[]>> answer : answers) {
        assertThat(answer.get().body()).asString().isEqualTo("0123456789");
      }
      assertThat(requestsFor(origin, "GET /mill/k")).isEqualTo(1);
      assertThat(requestsFor(origin, "HEAD /mill/k")).isEqualTo(1);
    }
  }

  @Test
  void a_fetch_outlives_the_client_that_started_it() throws Exception {
    try (ScriptedServer origin = heldBack();
        TestGateway gateway = inFrontOf(origin)) {
      try (Socket client =
          TestGateway.trust()
              .getSocketFactory()
              .createSocket(InetAddress.getLoopbackAddress(), gateway.port())) {
        client
            .getOutputStream()
            .write("GET /mill/k HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        asked.await();
      }
      released.countDown();
      assertThat(gateway.get("/mill/k").body()).asString().isEqualTo("0123456789");
      assertThat(requestsFor(origin, "GET /mill/k")).isEqualTo(1);
    }
  }

  @Test
  void clients_that_go_away_while_they_wait_leave_no_file_descriptors_behind() throws Exception {
    var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    int count = 100;
    try (ScriptedServer origin = heldBack();
        TestGateway gateway = inFrontOf(origin)) {
      long before = system.getOpenFileDescriptorCount();
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Socket client = gateway.connected(TestGateway.Port.TLS);
        client
            .getOutputStream()
            .write("GET /mill/k HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        clients.add(client);
      }
      asked.await();
      for (Socket client : clients) {
        client.setSoLinger(true, 0);
        client.close();
      }
      released.countDown();
      assertThat(gateway.get("/mill/k").body()).hasSize(10);
      while (system.getOpenFileDescriptorCount() - before > count / 4) {
        LockSupport.parkNanos(50_000_000);
      }
    }
  }

  /// An origin that keeps the bytes until it is released.
  private ScriptedServer heldBack() throws IOException {
    return ScriptedServer.start((head, client) -> {
      boolean get = head.startsWith("GET");
      if (get) {
        asked.countDown();
        released.await();
      }
      ScriptedServer.write(
          client,
          get ? "0123456789" : "",
          get ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK",
          get ? "Content-Range: bytes 0-9/10" : "Accept-Ranges: bytes",
          "Content-Length: 10",
          "ETag: \"1\"",
          "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
    });
  }

  private static TestGateway inFrontOf(ScriptedServer origin) throws IOException {
    return TestGateway.inFrontOf(
        origin.endpoint(), Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret"));
  }

  private static long requestsFor(ScriptedServer origin, String start) {
    return origin.heads().stream().filter(head -> head.startsWith(start)).count();
  }
}
