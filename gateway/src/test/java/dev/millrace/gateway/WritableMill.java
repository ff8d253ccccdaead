package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway.Port;
import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.testing.S3ProxyOrigin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A gateway to bucket `mill` of s3proxy, through which [#WRITER] and [#ANOTHER] may write and read
/// what is below `in/`, and everybody read everything. It believes what it knows for an hour, and
/// writes down who did what. One for all tests of a class.
final class WritableMill implements BeforeAllCallback, AfterAllCallback {
  static final Credentials WRITER = new Credentials("MRWRITER", "a-secret-of-the-writer", null);
  static final Credentials ANOTHER = new Credentials("MRANOTHER", "a-secret-of-another", null);

  /// Sizes of bodies of one piece, and of several.
  static final int SMALL = 1_000;

  static final int LARGE = 300_000;

  private S3ProxyOrigin origin;
  private TestGateway gateway;
  private Path rules;
  private Path audit;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Path scratch = Files.createTempDirectory("writable-mill");
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    rules =
        Files.writeString(
            scratch.resolve("access.yaml"),
            """
            anonymous:
              read: [mill]
            identities:
              writer:
                keys: {MRWRITER: a-secret-of-the-writer}
                read: [mill/in/]
                write: [mill/in/]
              another:
                keys: {MRANOTHER: a-secret-of-another}
                write: [mill/in/]
            """);
    Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
    audit = scratch.resolve("audit.log");
    gateway =
        another(
            "access-file",
            rules.toString(),
            "audit-log",
            audit.toString(),
            "facts-time-to-live",
            "1h",
            "client-timeout",
            "5s");
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    gateway.close();
    origin.close();
  }

  /// Another gateway to the same bucket, through which whoever is on this machine may write, unless
  /// settings say otherwise.
  TestGateway another(String... flags) throws IOException {
    String[] all = Arrays.copyOf(flags, flags.length + 2);
    all[flags.length] = "write-through";
    all[flags.length + 1] = "on";
    return TestGateway.inFrontOf(origin.http(), origin.environment(), all);
  }

  /// The file of who may what.
  Path rules() {
    return rules;
  }

  /// The audit log.
  Path audit() {
    return audit;
  }

  S3ProxyOrigin origin() {
    return origin;
  }

  TestGateway gateway() {
    return gateway;
  }

  /// Bytes that follow from their number.
  static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A request of the writer's.
  SignedWrite write(String method, String target) {
    return new SignedWrite(gateway, WRITER, method, target);
  }

  SignedWrite put(String key) {
    return write("PUT", "/mill/" + key);
  }

  static void refused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.body()).contains("<Code>" + code + "</Code>");
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  void misses(String key) throws Exception {
    assertThat(gateway.get("/mill/" + key).statusCode()).isEqualTo(404);
  }

  void holds(String key, byte[] bytes) throws Exception {
    assertThat(gateway.get("/mill/" + key).body()).isEqualTo(bytes);
  }

  /// All that comes until the gateway hangs up.
  String conversation(String head, byte[] body) throws IOException {
    try (Socket socket = gateway.connected(Port.TLS)) {
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(UTF_8));
      out.write(body);
      return all(socket);
    }
  }

  static String all(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder all = new StringBuilder();
    byte[] piece = new byte[8_192];
    try {
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        all.append(new String(Arrays.copyOf(piece, count), ISO_8859_1));
      }
    } catch (SocketException | SSLException _) {
      // It was not closed politely.
    }
    return all.toString();
  }
}
