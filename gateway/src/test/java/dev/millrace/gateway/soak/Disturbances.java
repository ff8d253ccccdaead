package dev.millrace.gateway.soak;

import dev.millrace.gateway.soak.FaultyOrigin.Fault;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// What happens to a gateway in a day, in an hour: objects change, the origin fails, operators
/// purge, renew the certificate, and change the configuration.
final class Disturbances implements AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(500);
  private static final Duration FAULT = Duration.ofSeconds(3);
  private static final Duration TO_RELOAD = Duration.ofSeconds(10);

  private final Place place;
  private final FaultyOrigin origin;
  private final HttpClient operator;
  private final List<Thread> threads;
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  /// The gateway.
  ///
  /// @param authority vouches for all certificates that it shows
  /// @param certificates that it shows in turns
  /// @param served the file of the certificate that it shows; that of the key has `.key` at the end
  /// @param configuration the file of settings that change
  record Place(
      int port,
      String admin,
      String token,
      Path authority,
      List<TestCertificate> certificates,
      Path served,
      Path configuration) {}

  Disturbances(Place place, Bucket bucket, FaultyOrigin origin) throws IOException {
    this.place = place;
    this.origin = origin;
    this.operator =
        HttpClient.newBuilder().sslContext(TrustAnchors.sslContext(place.authority)).build();
    this.threads =
        List.of(
            every(4, "objects changed", _ -> bucket.any().change()),
            every(6, "purges of an object", _ -> purge("key=" + bucket.any().key())),
            every(22, "purges of a prefix", turn -> purge("prefix=objects/" + turn % 7)),
            every(100, "purges of everything", _ -> purge("everything")),
            every(60, "faults of the origin", this::fail),
            every(30, "certificates", this::renew),
            every(38, "configurations", turn -> configure(place.configuration, turn)));
  }

  private interface Disturbance {
    void happen(int turn) throws Exception;
  }

  private Thread every(int ticks, String name, Disturbance disturbance) {
    return Thread.ofVirtual()
        .name(name)
        .start(() -> {
          for (int turn = 0; !stopped; turn++) {
            try {
              for (int tick = 0; tick < ticks && !stopped; tick++) {
                LockSupport.parkNanos(TICK.toNanos());
              }
              disturbance.happen(turn);
              counts.merge(name, 1, Integer::sum);
            } catch (Exception e) {
              failures.add(name + ": " + e);
            }
          }
        });
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  /// How often what happened.
  Map<String, Integer> counts() {
    return new TreeMap<>(counts);
  }

  private void purge(String what) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(place.admin + "/purge?" + what))
            .header("Authorization", "Bearer " + place.token)
            .POST(BodyPublishers.noBody())
            .build();
    HttpResponse<String> answer = operator.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
  }

  private void fail(int turn) {
    Fault[] faults = Fault.values();
    origin.fail(faults[1 + turn % (faults.length - 1)], FAULT);
  }

  /// Puts another certificate in place, the key first, and waits until clients see it.
  private void renew(int turn) throws Exception {
    TestCertificate next = place.certificates.get((turn + 1) % place.certificates.size());
    show(next, place.served);
    X509Certificate expected = certificate(next);
    long end = System.nanoTime() + TO_RELOAD.toNanos();
    while (!shown().equals(expected)) {
      if (System.nanoTime() > end) {
        throw new IOException("clients do not see the new one");
      }
      LockSupport.parkNanos(TICK.toNanos());
    }
  }

  static void show(TestCertificate certificate, Path served) throws IOException {
    replace(certificate.key(), served.resolveSibling(served.getFileName() + ".key"));
    replace(certificate.pem(), served);
  }

  static void configure(Path file, int turn) throws IOException {
    Path made = file.resolveSibling("made.yaml");
    Files.writeString(made, "connections: " + (5_000 + turn % 2) + "\n");
    replace(made, file);
  }

  private static void replace(Path from, Path to) throws IOException {
    Path copy = to.resolveSibling(to.getFileName() + ".new");
    Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static X509Certificate certificate(TestCertificate of)
      throws IOException, GeneralSecurityException {
    try (var in = Files.newInputStream(of.pem())) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  /// What a client is shown that was never here.
  private Certificate shown() throws IOException {
    SSLContext stranger = TrustAnchors.sslContext(place.authority);
    try (SSLSocket socket =
        (SSLSocket)
            stranger
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), place.port)) {
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    operator.close();
  }
}
