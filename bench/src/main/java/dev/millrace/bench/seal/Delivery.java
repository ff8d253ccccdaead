package dev.millrace.bench.seal;

import dev.millrace.bench.tls.side.Identity;
import dev.millrace.bench.tls.side.KeyKind;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Cipher;
import javax.crypto.CipherOutputStream;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/// A file that is compressed, encrypted, sent over TLS through loopback, and turned back into the
/// same file at the other end.
///
/// The way that is known does it in files: gzip makes one, encryption another, which is sent; and
/// back. Its encryption is AES-CTR, which authenticates nothing and so costs less than ours. Either
/// way's TLS is the JDK's.
final class Delivery implements AutoCloseable {
  private static final int BUFFER = 64 << 10;

  /// How a file goes.
  enum Way {
    SEALED(0),
    GZIP_1(1),
    GZIP_6(6);

    private final int gzipLevel;

    Way(int gzipLevel) {
      this.gzipLevel = gzipLevel;
    }
  }

  private final SecretKeySpec key = new SecretKeySpec(new byte[32], "AES");
  private final Path folder;
  private final Path original;
  private final SSLContext context;
  private final SSLServerSocket server;
  private final Sealer sealer;
  private final Opener opener;

  Delivery(Path folder, byte[] content)
      throws IOException, InterruptedException, GeneralSecurityException {
    this.folder = folder;
    original = Files.write(folder.resolve("original"), content);
    Identity.create(folder);
    context = context(Identity.of(folder, KeyKind.ECDSA));
    server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    sealer = new Sealer(SealConfig.standard(), keys);
    opener = new Opener(keys);
  }

  /// Delivers the file once.
  ///
  /// @return milliseconds from the first byte read to the last byte written
  double millis(Way way) throws IOException, InterruptedException {
    long start = System.nanoTime();
    FutureTask<Path> arrival = new FutureTask<>(() -> receive(way));
    Thread.ofPlatform().start(arrival);
    try (Socket socket =
        context.getSocketFactory().createSocket(server.getInetAddress(), server.getLocalPort())) {
      send(way, socket.getOutputStream());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    Path arrived;
    try {
      arrived = arrival.get();
    } catch (ExecutionException e) {
      throw new IOException("the file did not arrive", e);
    }
    double millis = (System.nanoTime() - start) / 1e6;
    if (Files.mismatch(original, arrived) >= 0) {
      throw new IOException("another file arrived than was sent");
    }
    return millis;
  }

  private void send(Way way, OutputStream socket) throws IOException, GeneralSecurityException {
    if (way == Way.SEALED) {
      try (FileChannel from = FileChannel.open(original)) {
        boolean _ = sealer.seal(from, Channels.newChannel(socket), Binding.none()) > 0;
      }
      return;
    }
    Path zipped = folder.resolve("sent.gz");
    try (InputStream from = Files.newInputStream(original);
        OutputStream to = new Gzip(Files.newOutputStream(zipped), way.gzipLevel)) {
      copy(from, to);
    }
    Path encrypted = folder.resolve("sent.gz.enc");
    try (InputStream from = Files.newInputStream(zipped);
        OutputStream to =
            new CipherOutputStream(Files.newOutputStream(encrypted), cipher(Cipher.ENCRYPT_MODE))) {
      copy(from, to);
    }
    try (InputStream from = Files.newInputStream(encrypted)) {
      copy(from, socket);
    }
  }

  private Path receive(Way way) throws IOException, GeneralSecurityException {
    Path arrived = folder.resolve("arrived");
    try (Socket socket = server.accept()) {
      InputStream in = socket.getInputStream();
      if (way == Way.SEALED) {
        try (FileChannel to = create(arrived)) {
          boolean _ = opener.open(Channels.newChannel(in), to, Binding.none()) > 0;
        }
        return arrived;
      }
      Path encrypted = folder.resolve("arrived.gz.enc");
      copy(in, encrypted);
      Path zipped = folder.resolve("arrived.gz");
      try (InputStream from = Files.newInputStream(encrypted);
          OutputStream to =
              new CipherOutputStream(Files.newOutputStream(zipped), cipher(Cipher.DECRYPT_MODE))) {
        copy(from, to);
      }
      try (InputStream from = new GZIPInputStream(Files.newInputStream(zipped), BUFFER)) {
        copy(from, arrived);
      }
      return arrived;
    }
  }

  private static void copy(InputStream from, Path to) throws IOException {
    try (OutputStream out = Files.newOutputStream(to)) {
      copy(from, out);
    }
  }

  private static void copy(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
      to.write(buffer, 0, read);
    }
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  private Cipher cipher(int mode) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
    cipher.init(mode, key, new IvParameterSpec(new byte[16]));
    return cipher;
  }

  private static SSLContext context(Identity identity)
      throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(identity.keys(), new char[0]);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(identity.trust());
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  /// gzip at a level, which the JDK's takes no argument for.
  private static final class Gzip extends GZIPOutputStream {
    Gzip(OutputStream out, int level) throws IOException {
      super(out, BUFFER);
      def.setLevel(level);
    }
  }
}
