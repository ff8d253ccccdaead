package dev.millrace.tls.jsse;

import dev.millrace.tls.OcspResponses;
import dev.millrace.tls.handshake.Credential;
import dev.millrace.tls.handshake.CredentialQuery;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/// Finds the certificate for a connection with the application's key manager. The types of keys are
/// asked for in the order in which the peer's signature schemes are preferred, and what the manager
/// gives is taken only if it can sign with one of them.
///
/// @param manager null if there is none
/// @param ocspResponses null if nothing is stapled
record KeySelection(@Nullable X509KeyManager manager, @Nullable OcspResponses ocspResponses) {

  /// @param managers the first that knows X.509 counts
  static KeySelection of(KeyManager @Nullable [] managers, @Nullable OcspResponses ocspResponses) {
    for (KeyManager each : managers == null ? new KeyManager[0] : managers) {
      if (each instanceof X509KeyManager x509) {
        return new KeySelection(x509, ocspResponses);
      }
    }
    return new KeySelection(null, ocspResponses);
  }

  /// A server's certificate, or null if it has none that is good for the query.
  @Nullable Credential forServer(CredentialQuery query, Owner owner) {
    if (manager == null) {
      return null;
    }
    for (String keyType : keyTypes(query)) {
      String alias = owner.chooseServerAlias(manager, keyType, issuers(query));
      Credential credential = credential(manager, alias, query);
      if (credential == null && alias != null) {
        credential = anyOf(manager, manager.getServerAliases(keyType, issuers(query)), query);
      }
      if (credential != null) {
        return query.staple() ? stapled(credential) : credential;
      }
    }
    return null;
  }

  /// The manager knows nothing of curves and schemes, and may have preferred a key that fits none
  /// over one that does.
  private static @Nullable Credential anyOf(
      X509KeyManager manager, String @Nullable [] aliases, CredentialQuery query) {
    if (aliases != null) {
      for (String alias : aliases) {
        Credential credential = credential(manager, alias, query);
        if (credential != null) {
          return credential;
        }
      }
    }
    return null;
  }

  /// All chains that a server is known to have; a manager may have others that it does not list.
  List<List<X509Certificate>> ofServer() {
    if (manager == null) {
      return List.of();
    }
    List<List<X509Certificate>> chains = new ArrayList<>();
    for (String alias : serverAliases(manager)) {
      X509Certificate[] chain = manager.getCertificateChain(alias);
      if (chain != null) {
        chains.add(List.of(chain));
      }
    }
    return chains;
  }

  private static Set<String> serverAliases(X509KeyManager manager) {
    Set<String> all = new HashSet<>();
    for (SignatureScheme each : SignatureScheme.values()) {
      String[] aliases = manager.getServerAliases(each.keyAlgorithm(), null);
      all.addAll(aliases == null ? List.of() : List.of(aliases));
    }
    return all;
  }

  /// A client's certificate, or null if it has none that is good for the query.
  @Nullable Credential forClient(CredentialQuery query, Owner owner) {
    if (manager == null) {
      return null;
    }
    List<String> keyTypes = keyTypes(query);
    Credential any = forClient(manager, keyTypes, query, owner);
    if (any != null) {
      return any;
    }
    for (String keyType : keyTypes) {
      Credential credential = forClient(manager, List.of(keyType), query, owner);
      if (credential == null) {
        credential = anyOf(manager, manager.getClientAliases(keyType, issuers(query)), query);
      }
      if (credential != null) {
        return credential;
      }
    }
    return null;
  }

  private static @Nullable Credential forClient(
      X509KeyManager manager, List<String> keyTypes, CredentialQuery query, Owner owner) {
    String[] types = keyTypes.toArray(String[]::new);
    return credential(manager, owner.chooseClientAlias(manager, types, issuers(query)), query);
  }

  private static @Nullable Credential credential(
      X509KeyManager manager, @Nullable String alias, CredentialQuery query) {
    if (alias == null) {
      return null;
    }
    PrivateKey key = manager.getPrivateKey(alias);
    X509Certificate[] chain = manager.getCertificateChain(alias);
    if (key == null
        || chain == null
        || chain.length == 0
        || !query.accepts(chain[0].getPublicKey())) {
      return null;
    }
    return new Credential(List.of(chain), key, null);
  }

  private Credential stapled(Credential credential) {
    if (ocspResponses == null) {
      return credential;
    }
    List<X509Certificate> chain = credential.chain();
    X509Certificate issuer = chain.size() > 1 ? chain.get(1) : null;
    byte[] response = ocspResponses.responseFor(credential.leaf(), issuer);
    return new Credential(chain, credential.key(), response);
  }

  private static List<String> keyTypes(CredentialQuery query) {
    return query.schemes().stream().map(SignatureScheme::keyAlgorithm).distinct().toList();
  }

  private static Principal @Nullable [] issuers(CredentialQuery query) {
    return query.authorities().isEmpty() ? null : query.authorities().toArray(Principal[]::new);
  }
}
