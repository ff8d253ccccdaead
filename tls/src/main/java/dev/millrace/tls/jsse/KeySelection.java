package dev.millrace.tls.jsse;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.OcspResponses;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.handshake.Credential;
import dev.millrace.tls.handshake.CredentialQuery;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.KeyPair;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/// Finds the certificate for a connection with the application's key manager, or a raw public key.
/// The types of keys are asked for in the order in which the peer's signature schemes are
/// preferred, and what the manager gives is taken only if it can sign with one of them.
///
/// @param manager null if there is none
/// @param ocspResponses null if nothing is stapled
/// @param rawPublicKeys the preferred first
/// @param types of what there is, the preferred first
record KeySelection(
    @Nullable X509KeyManager manager,
    @Nullable OcspResponses ocspResponses,
    List<KeyPair> rawPublicKeys,
    List<CertificateType> types) {

  /// @param managers the first that knows X.509 counts
  static KeySelection of(KeyManager @Nullable [] managers, TlsConfig config) {
    X509KeyManager first = null;
    for (KeyManager each : managers == null ? new KeyManager[0] : managers) {
      if (first == null && each instanceof X509KeyManager x509) {
        first = x509;
      }
    }
    return new KeySelection(
        first, config.ocspResponses(), config.rawPublicKeys(), types(config, first != null));
  }

  private static List<CertificateType> types(TlsConfig config, boolean certificates) {
    List<CertificateType> set = config.ownCertificateTypes();
    if (set != null) {
      return set;
    }
    if (config.rawPublicKeys().isEmpty()) {
      return List.of(CertificateType.X509);
    }
    return certificates
        ? List.of(CertificateType.RAW_PUBLIC_KEY, CertificateType.X509)
        : List.of(CertificateType.RAW_PUBLIC_KEY);
  }

  /// What a server shows, or null if it has nothing that is good for the query.
  @Nullable Credential forServer(CredentialQuery query, Owner owner) {
    return first(query, () -> certificateForServer(query, owner));
  }

  /// What a client shows, or null if it has nothing that is good for the query.
  @Nullable Credential forClient(CredentialQuery query, Owner owner) {
    return first(query, () -> certificateForClient(query, owner));
  }

  private @Nullable Credential first(
      CredentialQuery query, Supplier<@Nullable Credential> certificate) {
    for (CertificateType type : types) {
      if (query.types().contains(type)) {
        Credential credential =
            switch (type) {
              case X509 -> certificate.get();
              case RAW_PUBLIC_KEY -> rawPublicKey(query);
            };
        if (credential != null) {
          return credential;
        }
      }
    }
    return null;
  }

  private @Nullable Credential rawPublicKey(CredentialQuery query) {
    for (KeyPair pair : rawPublicKeys) {
      if (query.accepts(pair.getPublic())) {
        return new Credential(new Identity.RawKey(pair.getPublic()), pair.getPrivate(), null);
      }
    }
    return null;
  }

  private @Nullable Credential certificateForServer(CredentialQuery query, Owner owner) {
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

  /// All that a server is known to be; a manager may have other chains, which it does not list.
  List<Identity> ofServer() {
    List<Identity> identities = new ArrayList<>();
    rawPublicKeys.forEach(pair -> identities.add(new Identity.RawKey(pair.getPublic())));
    if (manager == null) {
      return identities;
    }
    for (String alias : serverAliases(manager)) {
      X509Certificate[] chain = manager.getCertificateChain(alias);
      if (chain != null && chain.length > 0) {
        identities.add(new Identity.Certified(List.of(chain)));
      }
    }
    return identities;
  }

  private static Set<String> serverAliases(X509KeyManager manager) {
    Set<String> all = new HashSet<>();
    for (SignatureScheme each : SignatureScheme.values()) {
      String[] aliases = manager.getServerAliases(each.keyAlgorithm(), null);
      all.addAll(aliases == null ? List.of() : List.of(aliases));
    }
    return all;
  }

  private @Nullable Credential certificateForClient(CredentialQuery query, Owner owner) {
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
    return new Credential(new Identity.Certified(List.of(chain)), key, null);
  }

  private Credential stapled(Credential credential) {
    List<X509Certificate> chain = credential.identity().certificates();
    if (ocspResponses == null) {
      return credential;
    }
    X509Certificate issuer = chain.size() > 1 ? chain.get(1) : null;
    byte[] response = ocspResponses.responseFor(chain.getFirst(), issuer);
    return new Credential(credential.identity(), credential.key(), response);
  }

  private static List<String> keyTypes(CredentialQuery query) {
    return query.schemes().stream().map(SignatureScheme::keyAlgorithm).distinct().toList();
  }

  private static Principal @Nullable [] issuers(CredentialQuery query) {
    return query.authorities().isEmpty() ? null : query.authorities().toArray(Principal[]::new);
  }
}
