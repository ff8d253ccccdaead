package dev.millrace.tls.jsse;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.handshake.Credential;
import dev.millrace.tls.handshake.Identity;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/// What a key manager has under its aliases. A private key is not asked for in every handshake: the
/// manager may have to decrypt it first, and what is made of it is to be shared by connections.
///
/// A manager whose keys are exchanged while it is in use is followed at once, as long as a new key
/// comes with a new certificate: the chain is asked for each time. Whatever else changes, such as
/// the handle of a key in a token, is seen after a second.
///
/// The `NewSunX509` manager of the JDK puts a new number in front of an alias for each connection,
/// and reads (and decrypts) the entry of its key store for each of those anew, chain and key alike;
/// its aliases are taken without that number, and what is behind them holds for that second.
///
/// Bounded, since a manager may make up as many aliases as it likes. Safe for use by several
/// threads, as far as the manager is.
final class KnownCredentials {
  private static final int KEPT = 256;
  private static final Duration LIFETIME = Duration.ofSeconds(1);
  private static final String NUMBERING_MANAGER = "sun.security.ssl.X509KeyManagerImpl";

  private final X509KeyManager manager;
  private final boolean numbersAliases;
  private final SessionCache<String, Credential> credentials;

  KnownCredentials(X509KeyManager manager, InstantSource clock) {
    this.manager = manager;
    numbersAliases = manager.getClass().getName().equals(NUMBERING_MANAGER);
    credentials = SessionCache.bounded(KEPT, LIFETIME, () -> clock.millis() * 1_000_000);
  }

  /// What is behind an alias, or null if that is not both a key and a chain.
  @Nullable Credential get(String alias) {
    String name = numbersAliases ? alias.substring(alias.indexOf('.') + 1) : alias;
    Credential known = credentials.get(name);
    if (known != null && (numbersAliases || has(known, manager.getCertificateChain(alias)))) {
      return known;
    }
    PrivateKey key = manager.getPrivateKey(alias);
    X509Certificate[] chain = manager.getCertificateChain(alias);
    if (key == null || chain == null || chain.length == 0) {
      return null;
    }
    Credential fresh = new Credential(new Identity.Certified(List.of(chain)), key);
    credentials.put(name, fresh);
    return fresh;
  }

  private static boolean has(Credential credential, X509Certificate @Nullable [] chain) {
    return chain != null && credential.identity().certificates().equals(Arrays.asList(chain));
  }
}
