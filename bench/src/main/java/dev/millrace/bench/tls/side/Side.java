package dev.millrace.bench.tls.side;

import dev.millrace.tls.MillraceProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Locale;
import org.conscrypt.Conscrypt;

/// Whose TLS it is, with the best of what it can be given. Each lives in a JVM of its own.
public enum Side {
  /// Ours, with public-key operations in native code, which `millrace-tls-native` brings.
  MILLRACE,
  /// The same, and the jar of Amazon Corretto Crypto Provider beside it.
  MILLRACE_CORRETTO,
  /// Ours, on the JDK's cryptography alone.
  MILLRACE_JDK,
  /// The JDK's own.
  SUNJSSE,
  /// BoringSSL behind JSSE.
  CONSCRYPT,
  /// BoringSSL behind Netty's engine.
  TCNATIVE;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether it has the group at all.
  public boolean has(Groups groups) {
    return this != SUNJSSE || groups != Groups.HYBRID;
  }

  /// Whether what it needs is there for this platform.
  public boolean isForThisPlatform() {
    return this != MILLRACE_CORRETTO
        || (System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"));
  }

  /// Installs what the JVM of this side needs; once, before anything else.
  public void prepare() {
    switch (this) {
      case CONSCRYPT -> Security.addProvider(Conscrypt.newProvider());
      case MILLRACE, MILLRACE_CORRETTO, MILLRACE_JDK, SUNJSSE, TCNATIVE -> {}
    }
  }

  /// New contexts.
  ///
  /// @param folder where [Identity#create] was
  public Contender contender(Path folder, Terms terms)
      throws GeneralSecurityException, IOException {
    Identity identity = Identity.of(folder, terms.key());
    return switch (this) {
      case MILLRACE, MILLRACE_CORRETTO, MILLRACE_JDK ->
          new JsseContender(new MillraceProvider(), identity, terms, terms.suiteName());
      case SUNJSSE ->
          new JsseContender(Security.getProvider("SunJSSE"), identity, terms, terms.suiteName());
      case CONSCRYPT -> new ConscryptContender(identity, terms);
      case TCNATIVE -> new TcnativeContender(identity, terms);
    };
  }

  /// New contexts for sockets.
  ///
  /// @throws IllegalArgumentException if the side has none here
  public SocketContender sockets(Path folder, Terms terms)
      throws GeneralSecurityException, IOException {
    if (contender(folder, terms) instanceof SocketContender sockets) {
      return sockets;
    }
    throw new IllegalArgumentException("no sockets: " + this);
  }
}
