package dev.millrace.gateway.certificate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A certificate authority of this user alone, for servers on this machine.
///
/// The folder of the gateway's state holds
/// - `ca.pem`: the authority's certificate, for clients to trust; valid for ten years;
/// - `ca.p12`: the same with its private key, so that a renewed server certificate is still trusted
///   by whoever trusts `ca.pem`; for the user's eyes only;
/// - `server.pem`: the server's certificate, the authority's, and the server's private key, in one
///   file so that they're always of one making; for the user's eyes only;
/// - `certificate.lock`: held while any of them is made.
///
/// Files come into being by a move, whole or not at all; processes and threads that start at once
/// make one certificate between them.
final class LocalAuthority {
  private static final int AUTHORITY_DAYS = 3_650;

  /// More than 398 days are refused by browsers.
  private static final int SERVER_DAYS = 397;

  private static final Duration RENEWED_BEFORE_EXPIRY = Duration.ofDays(30);

  /// A file lock is the whole process's; this keeps its threads apart.
  private static final ReentrantLock IN_PROCESS = new ReentrantLock();

  private static final Pattern IPV4 = Pattern.compile("[0-9.]+");

  private final Path folder;
  private final Clock clock;

  LocalAuthority(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /// A certificate for this machine's own names and for `host`, made if there is none that is valid
  /// for 30 days to come.
  ServerCertificate certificate(String host) throws IOException {
    var kept = kept(host);
    if (kept.isPresent()) {
      return kept.get();
    }
    IN_PROCESS.lock();
    try {
      var ownerOnly = PosixFilePermissions.fromString("rwx------");
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(ownerOnly));
      try (var file =
              FileChannel.open(
                  folder.resolve("certificate.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          var _ = file.lock()) {
        var made = kept(host);
        return made.isPresent() ? made.get() : make(host);
      }
    } catch (UnusableCertificateException e) {
      throw e;
    } catch (IOException e) {
      throw new UnusableCertificateException(
          "cannot make a certificate in "
              + folder
              + ": "
              + e
              + "; choose another folder with --state",
          e);
    } finally {
      IN_PROCESS.unlock();
    }
  }

  /// The certificate of an earlier run, if it's of use still.
  private Optional<ServerCertificate> kept(String host) {
    if (!Files.exists(server()) || !Files.exists(trusted())) {
      return Optional.empty();
    }
    try {
      var file = PemFile.read(server());
      var chain = file.certificates();
      var own = chain.getFirst();
      var authority = PemFile.read(trusted()).certificates().getFirst();
      own.verify(authority.getPublicKey());
      return lasts(own, clock) && lasts(authority, clock) && names(own).containsAll(names(host))
          ? Optional.of(new ServerCertificate(file.privateKey(), chain, trusted()))
          : Optional.empty();
    } catch (IOException | GeneralSecurityException _) {
      return Optional.empty();
    }
  }

  /// Whether a certificate need not be renewed yet.
  static boolean lasts(X509Certificate certificate, Clock clock) {
    var until = certificate.getNotAfter().toInstant();
    return clock.instant().plus(RENEWED_BEFORE_EXPIRY).isBefore(until)
        && !clock.instant().isBefore(certificate.getNotBefore().toInstant());
  }

  private ServerCertificate make(String host) throws IOException {
    var workshop = Files.createTempDirectory(folder, "making");
    try {
      if (!authorityLasts()) {
        makeAuthority(workshop);
      }
      return makeServer(workshop, host);
    } catch (GeneralSecurityException e) {
      throw new UnusableCertificateException(
          "cannot make a certificate: " + e.getMessage() + "; remove " + folder, e);
    } finally {
      remove(workshop);
    }
  }

  private boolean authorityLasts() {
    try {
      var store = load(authority());
      return store.getCertificate("ca") instanceof X509Certificate certificate
          && Duration.between(clock.instant(), certificate.getNotAfter().toInstant()).toDays()
              > SERVER_DAYS;
    } catch (IOException | GeneralSecurityException _) {
      return false;
    }
  }

  private void makeAuthority(Path workshop) throws IOException {
    var store = workshop.resolve("ca.p12");
    // The serial part keeps apart, in a client's trust store, authorities made one after another.
    var name = "CN=Millrace local authority, serialNumber=" + UUID.randomUUID();
    new Keytool(store)
        .makeKeyPair(
            "ca",
            AUTHORITY_DAYS,
            List.of(
                "-dname",
                name,
                "-startdate",
                "-1H",
                "-ext",
                "bc:critical=ca:true,pathlen:0",
                "-ext",
                "ku:critical=keyCertSign,cRLSign"));
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
    move(store, authority());
  }

  private ServerCertificate makeServer(Path workshop, String host)
      throws IOException, GeneralSecurityException {
    var store = Files.copy(authority(), workshop.resolve("server.p12"));
    new Keytool(store)
        .makeKeyPair(
            "server",
            SERVER_DAYS,
            List.of(
                "-signer",
                "ca",
                "-dname",
                "CN=localhost",
                "-startdate",
                "-1H",
                "-ext",
                "ku:critical=digitalSignature",
                "-ext",
                "eku=serverAuth",
                "-ext",
                "san=" + alternativeNames(names(host))));
    var entries = load(store);
    var key = (PrivateKey) entries.getKey("server", Keytool.PASSWORD.toCharArray());
    var chain = chain(entries.getCertificateChain("server"));
    var certificate =
        Files.writeString(workshop.resolve("ca.pem"), PemFile.text(chain.subList(1, 2)));
    move(certificate, trusted());
    var both = Files.createTempFile(workshop, "server", ".pem");
    move(Files.writeString(both, PemFile.text(chain, key)), server());
    return new ServerCertificate(key, chain, trusted());
  }

  private static List<X509Certificate> chain(Certificate[] certificates) {
    return Arrays.stream(certificates).map(X509Certificate.class::cast).toList();
  }

  /// The names that a server of this machine which listens on `host` is reached by.
  private static Set<String> names(String host) {
    var names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1"));
    try {
      var address = InetAddress.ofLiteral(host);
      if (!address.isAnyLocalAddress()) {
        names.add(InetAddress.getByAddress(address.getAddress()).getHostAddress());
      }
    } catch (IllegalArgumentException _) {
      names.add(host.toLowerCase(Locale.ROOT));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("no length of an address", e);
    }
    return names;
  }

  private static Set<String> names(X509Certificate certificate) throws CertificateParsingException {
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    return names == null
        ? Set.of()
        : names.stream().map(name -> String.valueOf(name.get(1))).collect(Collectors.toSet());
  }

  /// `names` as keytool's `-ext san=` takes them.
  private static String alternativeNames(Set<String> names) {
    return names.stream()
        .map(name -> (name.contains(":") || IPV4.matcher(name).matches() ? "ip:" : "dns:") + name)
        .collect(Collectors.joining(","));
  }

  private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
    var entries = KeyStore.getInstance("PKCS12");
    try (var content = Files.newInputStream(store)) {
      entries.load(content, Keytool.PASSWORD.toCharArray());
    }
    return entries;
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void remove(Path workshop) throws IOException {
    try (var files = Files.list(workshop)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(workshop);
  }

  private Path authority() {
    return folder.resolve("ca.p12");
  }

  private Path trusted() {
    return folder.resolve("ca.pem");
  }

  private Path server() {
    return folder.resolve("server.pem");
  }
}
