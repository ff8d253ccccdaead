package dev.millrace.gateway.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.GatewayProcess;
import dev.millrace.gateway.TestGateway;
import dev.millrace.gateway.soak.SocketReading.Manner;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.retry.RetryPolicy;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A gateway in a process of its own, with memory, an SSD under keys, access rules and a port for
/// operators, at full load for three minutes, or for as long as `-Dsoak=PT1H` says, while
/// everything goes on that goes on in a day ([Disturbances]).
///
/// No request may fail but for a fault that was made, nobody may get a wrong byte or one that is
/// over, and what the process takes up of the machine stays the same.
@Tag("long")
class SoakTest {
  static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(5);

  /// For how long an object's facts are believed, and how long it may take to hear of them.
  static final Duration BELIEVED = Duration.ofSeconds(4);

  /// For how long after a fault somebody may still wait for what was asked while it lasted.
  static final Duration TAIL = Duration.ofSeconds(3);

  private static final Duration TIME = Duration.parse(System.getProperty("soak", "PT3M"));
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final String TOKEN = "known-to-operators-only";

  /// What a small part of the time may differ from another by.
  private static final double NOISE = 0.05;

  private static final long LIVE_HEAP_NOISE = 8 << 20;

  @TempDir private Path folder;
  private final int port = freePort();
  private final int adminPort = freePort();
  private final Bucket bucket = new Bucket();
  private FaultyOrigin origin;
  private Disturbances.Place place;
  private GatewayProcess gateway;

  SoakTest() throws IOException {}

  @BeforeEach
  void start() throws Exception {
    origin = new FaultyOrigin(bucket);
    List<TestCertificate> certificates =
        List.of(TestCertificate.create(folder), TestCertificate.create(folder));
    StringBuilder authority = new StringBuilder();
    for (TestCertificate each : certificates) {
      authority.append(Files.readString(each.pem()));
    }
    place =
        new Disturbances.Place(
            port,
            "https://127.0.0.1:" + adminPort,
            TOKEN,
            Files.writeString(folder.resolve("authority.pem"), authority),
            certificates,
            folder.resolve("served.pem"),
            folder.resolve("millrace.yaml"));
    Disturbances.show(certificates.getFirst(), place.served());
    Disturbances.configure(place.configuration(), 0);
    gateway =
        new GatewayProcess(
            "gateway",
            List.of(GatewayProcess.java(), "-Xmx512m", "-XX:+ExitOnOutOfMemoryError"),
            flags(),
            FaultyOrigin.KEYS,
            folder.resolve("log"));
  }

  private List<String> flags() throws IOException {
    Path access =
        secret(
            "access.yaml",
            """
            anonymous: {read: [mill]}
            identities: {signer: {keys: {soaking: a-secret-of-sixteen-letters}, read: [mill]}}
            """);
    return List.of(
        "--config=" + place.configuration(),
        "--port=" + port,
        "--origin=s3://mill",
        "--endpoint=" + origin.endpoint(),
        "--certificate=" + place.served(),
        "--key=" + place.served() + ".key",
        "--access-file=" + access,
        "--state=" + folder.resolve("state"),
        "--memory-size=48MiB",
        "--slice-size=256KiB",
        "--ssd-folder=" + folder.resolve("ssd"),
        "--ssd-size=64MiB",
        "--ssd-keys=" + TestGateway.keyring(folder),
        "--facts-time-to-live=2s",
        "--stale-while-revalidate=0s",
        "--stale-if-error=0s",
        "--read-timeout=1s",
        "--attempts=2",
        "--client-timeout=" + CLIENT_TIMEOUT.toSeconds() + "s",
        "--access-log=off",
        "--admin-port=" + adminPort,
        "--admin-token=" + secret("token", TOKEN));
  }

  private Path secret(String name, String content) throws IOException {
    Path file = Files.writeString(folder.resolve(name), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @AfterEach
  void stop() throws IOException {
    System.out.println(gateway.log());
    gateway.close();
    origin.close();
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void a_day_of_trouble_fails_no_request_that_no_fault_explains_and_leaks_nothing()
      throws Exception {
    SSLContext trust = TrustAnchors.sslContext(place.authority());
    awaitReady(trust);
    List<Vitals> vitals = new ArrayList<>();
    Clients clients = new Clients(origin);
    Disturbances disturbances = new Disturbances(place, bucket, origin);
    long liveAtFirst;
    long liveAtLast;
    try (S3Client signer = signer(trust);
        HttpClientReading http1 = reading(trust, Version.HTTP_1_1);
        HttpClientReading http2 = reading(trust, Version.HTTP_2);
        clients;
        disturbances) {
      clients.add("HTTP/1.1", 6, bucket::any, http1, true);
      clients.add("HTTP/2", 4, bucket::any, http2, true);
      clients.add("signed", 4, bucket::any, new SignedReading(signer), true);
      clients.add("a connection each", 4, bucket::any, by(trust, Manner.READING), true);
      clients.add("slow", 4, bucket::large, by(trust, Manner.SLOW), true);
      clients.add("aborting", 2, bucket::any, by(trust, Manner.ABORTING), false);
      clients.add("stuck", 2, bucket::large, by(trust, Manner.STUCK), false);
      watch(TIME.dividedBy(3), new ArrayList<>());
      liveAtFirst = liveHeap();
      watch(TIME.multipliedBy(2).dividedBy(3), vitals);
      liveAtLast = liveHeap();
    }
    disturbances.counts().forEach((what, count) -> System.out.println(what + ": " + count));
    clients.counts().forEach((what, count) -> System.out.println(what + ": " + count));
    assertThat(clients.failures()).isEmpty();
    assertThat(disturbances.failures()).isEmpty();
    System.out.printf(
        "live heap: %d MiB after a third of the time, %d at the end%n",
        liveAtFirst >> 20, liveAtLast >> 20);
    assertThat(liveAtLast).as("live heap").isLessThan(liveAtFirst + LIVE_HEAP_NOISE);
    assertSteady(vitals);
  }

  private SocketReading by(SSLContext trust, Manner manner) {
    return new SocketReading(port, trust, manner);
  }

  private HttpClientReading reading(SSLContext trust, Version version) {
    return new HttpClientReading("https://127.0.0.1:" + port, trust, version);
  }

  private S3Client signer(SSLContext trust) {
    return new S3Client(
        S3Config.builder(URI.create("https://127.0.0.1:" + port), "eu-west-1")
            .credentials(
                () -> Optional.of(new Credentials("soaking", "a-secret-of-sixteen-letters", null)))
            .tls(trust)
            .retries(RetryPolicy.none())
            .build());
  }

  private void watch(Duration time, List<Vitals> into) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      into.add(Vitals.of(gateway.pid()));
    }
  }

  /// Compares the first quarter of what was seen with the last.
  private static void assertSteady(List<Vitals> seen) {
    assertSteady("resident bytes", seen, Vitals::resident, 8 << 20);
    assertSteady("descriptors", seen, Vitals::descriptors, 8);
    assertSteady("threads", seen, Vitals::threads, 2);
  }

  private static void assertSteady(
      String what, List<Vitals> seen, ToLongFunction<Vitals> figure, long noise) {
    int quarter = seen.size() / 4;
    long first = Vitals.median(seen.subList(0, quarter), figure);
    long last = Vitals.median(seen.subList(seen.size() - quarter, seen.size()), figure);
    System.out.printf("%s: %d, and %d at the end%n", what, first, last);
    assertThat(last).as(what).isLessThanOrEqualTo(first + (long) (first * NOISE) + noise);
  }

  /// What can be reached of the heap: what is made meanwhile does not count, as it does in metrics.
  private long liveHeap() throws IOException {
    String jcmd = Path.of(GatewayProcess.java()).resolveSibling("jcmd").toString();
    Process counting =
        new ProcessBuilder(jcmd, String.valueOf(gateway.pid()), "GC.class_histogram").start();
    String total = counting.inputReader().lines().reduce("", (_, line) -> line);
    assertThat(total).startsWith("Total ");
    return Long.parseLong(total.replaceFirst(".* ", ""));
  }

  private void awaitReady(SSLContext trust) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try {
        admin(trust, "/health/ready");
        return;
      } catch (IOException e) {
        assertThat(System.nanoTime()).as("not ready: " + e).isLessThan(end);
        LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      }
    }
  }

  private String admin(SSLContext trust, String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().sslContext(trust).build()) {
      var request = HttpRequest.newBuilder(URI.create(place.admin() + path)).build();
      var answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(answer.statusCode() + " " + answer.body());
      }
      return answer.body();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }
}
