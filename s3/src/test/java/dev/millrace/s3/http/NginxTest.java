package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server that others wrote. Skipped where nginx is not installed.
@Timeout(120)
class NginxTest {
  private static final int THREADS = 10;
  private static final int EACH = 8;
  private static final int[] SIZES = {0, 1, 100_000, 10_000_000};

  @TempDir static Path folder;

  private static @Nullable Process nginx;
  private static int http;
  private static int https;

  @BeforeAll
  static void start() throws Exception {
    for (int size : SIZES) {
      Files.write(folder.resolve("o" + size), content(size));
    }
    http = freePort();
    https = freePort();
    Path configuration = folder.resolve("nginx.conf");
    Files.writeString(
        configuration,
        """
        %s
        daemon off;
        pid nginx.pid;
        error_log stderr error;
        events { }
        http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          root %s;
          server {
            listen 127.0.0.1:%d;
            keepalive_requests 7;
          }
          server {
            listen 127.0.0.1:%d ssl;
            ssl_certificate %s;
            ssl_certificate_key %s;
          }
        }
        """
            .formatted(
                // Started by root, its workers could not read the folder else.
                System.getProperty("user.name").equals("root") ? "user root;" : "",
                folder,
                http,
                https,
                Tls.certificate(),
                Tls.key()));
    nginx = run(configuration);
  }

  private static Process run(Path configuration) throws Exception {
    String prefix = folder.toString();
    for (String program : List.of("nginx", "/usr/sbin/nginx")) {
      try {
        Process process =
            new ProcessBuilder(
                    program, "-e", "stderr", "-p", prefix, "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        awaitAnswer(process);
        return process;
      } catch (IOException _) {
        // Not of that name.
      }
    }
    System.out.println("SKIPPED NginxTest: nginx is not installed");
    return Assumptions.abort("nginx is not installed");
  }

  private static void awaitAnswer(Process process) throws IOException {
    while (process.isAlive()) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), https)) {
        return;
      } catch (IOException _) {
        Thread.onSpinWait();
      }
    }
    throw new AssertionError(Files.readString(folder.resolve("log")));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    Process process = nginx;
    if (process != null) {
      process.destroy();
      process.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void everything_arrives_on_many_threads(boolean secure, boolean virtual) throws Exception {
    try (HttpClient client = new HttpClient(HttpSettings.builder().tls(Tls.client()).build())) {
      Route route = new Route(secure, "127.0.0.1", secure ? https : http, null);
      List<Started<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(Started.on(virtual, () -> getAll(client, route)));
      }
      for (Started<Boolean> one : all) {
        assertThat(one.result()).isTrue();
      }
      assertThat(client.standing().leased()).isZero();
      assertThat(client.standing().idle()).isLessThanOrEqualTo(THREADS);
    }
  }

  /// nginx says `Connection: close` with the last answer that it gives on a connection.
  @Test
  void a_connection_that_the_server_ends_is_not_used_again() throws Exception {
    try (HttpClient client = new HttpClient(HttpSettings.builder().build())) {
      Route route = new Route(false, "127.0.0.1", http, null);
      for (int i = 1; i <= 20; i++) {
        assertThat(Fetch.body(client, route, get(1))).hasSize(1);
        assertThat(client.standing().idle()).isEqualTo(i % 7 == 0 ? 0 : 1);
      }
    }
  }

  private static boolean getAll(HttpClient client, Route route) throws IOException {
    for (int i = 0; i < EACH; i++) {
      int size = SIZES[i % SIZES.length];
      try (Exchange exchange = client.exchange(route, get(size))) {
        assertThat(exchange.send().status()).isEqualTo(200);
        assertThat(exchange.remaining()).isEqualTo(size);
        byte[] body = exchange.stream().readAllBytes();
        assertThat(Arrays.equals(body, content(size))).isTrue();
      }
    }
    return true;
  }

  private static HttpRequest get(int size) {
    return new HttpRequest("GET", "/o" + size, Headers.NONE);
  }

  private static byte[] content(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }
}
