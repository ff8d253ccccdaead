package dev.millrace.gateway;

import dev.millrace.gateway.settings.SettingSource;
import dev.millrace.gateway.settings.Surroundings;
import dev.millrace.gateway.upkeep.Purging;
import dev.millrace.gateway.upkeep.WarmingUp;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.seal.Keyring;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A gateway in this process, on any free port, and a client that trusts it.
public final class TestGateway implements AutoCloseable {
  /// Where clients can connect to.
  public enum Port {
    TLS,
    SEALED
  }

  public static final String TOKEN = "a-secret-of-operators";

  /// One state folder for all, so that the certificate is made once.
  private static final Path STATE = temporaryFolder();

  private final Gateway gateway;
  private final Log log;
  private HttpClient client;

  private TestGateway(Gateway gateway, Log log, Path trusted) throws IOException {
    this.gateway = gateway;
    this.log = log;
    this.client = HttpClient.newBuilder().sslContext(TrustAnchors.sslContext(trusted)).build();
  }

  /// Starts one that serves `folder` as bucket `mill`.
  ///
  /// @param flags settings as on the command line, name and value in turn
  public static TestGateway serving(Path folder, String... flags) throws IOException {
    Map<String, String> settings = pairs(flags);
    settings.put("origin", folder.toString());
    settings.put("bucket", "mill");
    return start(settings, Map.of());
  }

  /// As [#serving], with further settings in a YAML file, which it looks at while it runs.
  public static TestGateway following(Path config, Path folder, String... flags)
      throws IOException {
    Map<String, String> settings = pairs(flags);
    settings.put("origin", folder.toString());
    settings.put("bucket", "mill");
    return start(config.toString(), settings, Map.of());
  }

  /// Starts one whose origin is bucket `mill` of an S3 service.
  ///
  /// @param aws the environment variables that hold its credentials
  /// @param flags settings as on the command line, name and value in turn
  public static TestGateway inFrontOf(URI endpoint, Map<String, String> aws, String... flags)
      throws IOException {
    Map<String, String> settings = pairs(flags);
    settings.put("origin", "s3://mill");
    settings.put("endpoint", endpoint.toString());
    return start(settings, aws);
  }

  /// As the other, in front of a service that takes any credentials.
  public static TestGateway inFrontOf(URI endpoint, String... flags) throws IOException {
    return inFrontOf(
        endpoint, Map.of("AWS_ACCESS_KEY_ID", "id", "AWS_SECRET_ACCESS_KEY", "secret"), flags);
  }

  private static TestGateway start(Map<String, String> flags, Map<String, String> aws)
      throws IOException {
    return start(null, flags, aws);
  }

  private static TestGateway start(
      @Nullable String config, Map<String, String> flags, Map<String, String> aws)
      throws IOException {
    flags.put("port", "0");
    // What a test leaves under way is nothing to wait for.
    flags.putIfAbsent("drain-timeout", "1s");
    flags.put("state", STATE.toString());
    Surroundings here =
        new Surroundings(
            Map.of(), STATE, STATE, null, Runtime.getRuntime().maxMemory(), 1L << 30, 1L << 20);
    Log log = new Log();
    SettingSource source = new SettingSource(config, flags, here);
    SettingSource.Chosen chosen = source.read();
    Gateway gateway =
        Gateway.start(
            chosen.settings(),
            new AwsEnvironment(aws, STATE),
            new PrintStream(log, true, StandardCharsets.UTF_8));
    gateway.follow(source, chosen, _ -> {});
    String certificate = flags.get("certificate");
    return new TestGateway(gateway, log, certificate == null ? authority() : Path.of(certificate));
  }

  public int port() {
    return gateway.port();
  }

  /// The port without TLS, where the settings want one.
  public int sealedPort() {
    return gateway.sealedPort().orElseThrow();
  }

  /// The port without TLS that serves everything, where the settings want one.
  int httpPort() {
    return gateway.httpPort().orElseThrow();
  }

  /// A connection that is ready for a request.
  public Socket connected(Port port) throws IOException {
    InetAddress host = InetAddress.getLoopbackAddress();
    Socket socket =
        switch (port) {
          case TLS -> trust().getSocketFactory().createSocket(host, port());
          case SEALED -> new Socket(host, sealedPort());
        };
    // As clients have it: a request waits for nobody to acknowledge the handshake.
    socket.setTcpNoDelay(true);
    return socket;
  }

  /// A file for `admin-token` in that folder.
  public static Path token(Path folder) throws IOException {
    Path token = Files.writeString(folder.resolve("token"), TOKEN);
    return Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
  }

  /// The answer to a POST on the admin port by somebody who has what [#token] holds.
  public HttpResponse<String> operate(String path) throws IOException, InterruptedException {
    return admin("POST", path, "Authorization", "Bearer " + TOKEN);
  }

  /// A new keyring in that folder, which nobody else may read.
  public static Path keyring(Path folder) throws IOException {
    Path keyring = Files.writeString(folder.resolve("keys"), Keyring.newKey());
    return Files.setPosixFilePermissions(keyring, PosixFilePermissions.fromString("rw-------"));
  }

  public Purging purging() {
    return gateway.purging();
  }

  public WarmingUp warmingUp() {
    return gateway.warmingUp();
  }

  public String url(String rawPath) {
    return "https://127.0.0.1:" + port() + rawPath;
  }

  /// The file that makes clients trust the gateway.
  public static Path authority() {
    return STATE.resolve("ca.pem");
  }

  /// What a client needs that trusts the gateway.
  public static SSLContext trust() throws IOException {
    return TrustAnchors.sslContext(authority());
  }

  /// What was logged so far.
  public String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  /// The first line of the log that is as `wanted`, once it is there: clients can have an answer
  /// before it is logged. Fails where it does not come.
  public String logged(Predicate<String> wanted) throws InterruptedException {
    return log.line(wanted);
  }

  /// The answer to a GET.
  ///
  /// @param headers names and values in turn
  public HttpResponse<byte[]> get(String rawPath, String... headers)
      throws IOException, InterruptedException {
    return send("GET", rawPath, headers);
  }

  /// The answer to a request without a body.
  public HttpResponse<byte[]> send(String method, String rawPath, String... headers)
      throws IOException, InterruptedException {
    return send(URI.create(url(rawPath)), method, headers);
  }

  /// A path on the admin port.
  public String adminUrl(String path) {
    return "https://127.0.0.1:" + adminPort() + path;
  }

  /// The answer to a request without a body on the admin port, as text.
  ///
  /// @param headers names and values in turn
  public HttpResponse<String> admin(String method, String path, String... headers)
      throws IOException, InterruptedException {
    URI url = URI.create(adminUrl(path));
    return client.send(request(url, method, headers), BodyHandlers.ofString());
  }

  /// The answer to a GET on the port without TLS.
  public HttpResponse<byte[]> getWithoutTls(String rawPath, String... headers)
      throws IOException, InterruptedException {
    return sendWithoutTls("GET", rawPath, headers);
  }

  /// The answer to a request without a body on the port without TLS.
  public HttpResponse<byte[]> sendWithoutTls(String method, String rawPath, String... headers)
      throws IOException, InterruptedException {
    return send(URI.create("http://127.0.0.1:" + sealedPort() + rawPath), method, headers);
  }

  private HttpResponse<byte[]> send(URI url, String method, String... headers)
      throws IOException, InterruptedException {
    return client.send(request(url, method, headers), BodyHandlers.ofByteArray());
  }

  /// From now on it is asked by clients of that context.
  public TestGateway trusting(SSLContext context) {
    client.close();
    client = HttpClient.newBuilder().sslContext(context).build();
    return this;
  }

  public int adminPort() {
    return gateway.adminPort().orElseThrow();
  }

  private static HttpRequest request(URI url, String method, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url).method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  /// Ends the gateway, and leaves its client to ask in vain.
  public void end() {
    gateway.close();
  }

  @Override
  public void close() {
    client.close();
    gateway.close();
  }

  private static Map<String, String> pairs(String... flags) {
    Map<String, String> pairs = new HashMap<>();
    for (int i = 0; i < flags.length; i += 2) {
      pairs.put(flags[i], flags[i + 1]);
    }
    return pairs;
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("millrace-test");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// What was written, for those who wait for it.
  private static final class Log extends ByteArrayOutputStream {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, length);
      notifyAll();
    }

    synchronized String line(Predicate<String> wanted) throws InterruptedException {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (true) {
        String all = toString(StandardCharsets.UTF_8);
        Optional<String> line =
            all.substring(0, all.lastIndexOf('\n') + 1).lines().filter(wanted).findFirst();
        if (line.isPresent()) {
          return line.get();
        }
        long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        if (left <= 0) {
          throw new AssertionError("no such line was logged: " + all);
        }
        wait(left);
      }
    }
  }
}
