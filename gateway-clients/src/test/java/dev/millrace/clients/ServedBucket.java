package dev.millrace.clients;

import dev.millrace.s3.testing.S3ProxyOrigin;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A bucket named `mill` of s3proxy, served by `millrace serve` in a process of its own, which has
/// its own jars and nothing of the clients'.
///
/// Access key [#ACCESS_KEY_ID] with [#SECRET] may list and read `folder/`, and list, read and write
/// `written/`. The rules to read have no slash: Hadoop asks first whether a folder is an object.
final class ServedBucket implements AutoCloseable {
  static final String ACCESS_KEY_ID = "MRHADOOP";
  static final String SECRET = "a-secret-of-hadoop";
  static final String TRUST_STORE_PASSWORD = "public";

  private static final Pattern ADDRESS = Pattern.compile("serving .* on (https://[^ ]+)");

  private final Path state;
  private final S3ProxyOrigin origin;
  private final Process gateway;
  private final URI url;

  private ServedBucket(Path state, S3ProxyOrigin origin, Process gateway, URI url) {
    this.state = state;
    this.origin = origin;
    this.gateway = gateway;
    this.url = url;
  }

  /// Starts an empty one.
  ///
  /// @param scratch an empty folder
  static ServedBucket start(Path scratch) throws IOException {
    S3ProxyOrigin origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    Path state = scratch.resolve("state");
    List<String> line = new ArrayList<>(List.of("../millrace", "serve", "--port", "0"));
    line.addAll(List.of("--origin", "s3://mill", "--endpoint", origin.http().toString()));
    line.addAll(List.of("--access-file", rules(scratch).toString(), "--state", state.toString()));
    line.addAll(List.of("--memory-size", "256MiB", "--write-through", "on"));
    // What is written must be seen all the same.
    line.addAll(List.of("--facts-time-to-live", "1h", "--negative-time-to-live", "1h"));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().putAll(origin.environment());
    // What this build has packaged; the launcher would build anew.
    builder.environment().put("MILLRACE_BUILD", "no");
    Process gateway = builder.start();
    return new ServedBucket(state, origin, gateway, address(gateway));
  }

  private static Path rules(Path folder) throws IOException {
    Path rules = folder.resolve("access.yaml");
    Files.writeString(
        rules,
        """
        identities:
          hadoop:
            keys: {%s: %s}
            read: [mill/folder, mill/written]
            list: [mill/folder/, mill/written/]
            write: [mill/written/]
        """
            .formatted(ACCESS_KEY_ID, SECRET));
    return Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
  }

  /// Where it listens, once it does; what else it says is read, so that it can go on, and dropped.
  private static URI address(Process gateway) throws IOException {
    StringBuilder said = new StringBuilder();
    BufferedReader lines = gateway.inputReader();
    for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
      said.append(line).append('\n');
      Matcher address = ADDRESS.matcher(line);
      if (address.find()) {
        Thread.ofVirtual().start(() -> drop(lines));
        return URI.create(address.group(1));
      }
    }
    throw new IOException("the gateway does not start: " + said);
  }

  private static void drop(BufferedReader lines) {
    try {
      lines.transferTo(Writer.nullWriter());
    } catch (IOException _) {
      // The gateway has ended.
    }
  }

  URI url() {
    return url;
  }

  void put(String key, byte[] bytes) {
    origin.put("mill", key, bytes);
  }

  /// A key store that holds the gateway's own authority, for JVMs to trust.
  Path trustStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(state.resolve("ca.pem"))) {
      store.setCertificateEntry(
          "gateway", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    Path file = state.resolveSibling("trust.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, TRUST_STORE_PASSWORD.toCharArray());
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    gateway.destroy();
    gateway.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    origin.close();
  }
}
