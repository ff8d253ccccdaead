package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.millrace.gateway.TestGateway.Port;
import dev.millrace.s3.testing.ScriptedServer;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Clients that go away while they wait for an answer.
@Timeout(60)
class AbortingClientTest {
  private static final int CLIENTS = 100;

  @Test
  void leave_no_file_descriptors_behind() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) -> {
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
        TestGateway gateway =
            TestGateway.inFrontOf(
                origin.endpoint(),
                Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret"))) {
      long before = system.getOpenFileDescriptorCount();
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Socket client = gateway.connected(Port.TLS);
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
      while (system.getOpenFileDescriptorCount() - before > CLIENTS / 4) {
        LockSupport.parkNanos(50_000_000);
      }
    }
  }
}
