package dev.millrace.tls.jsse;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.OcspResponses;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.handshake.Credential;
import dev.millrace.tls.handshake.CredentialQuery;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/// Finds the certificate for a connection with the application's key manager, or a raw public key.
/// The types of keys are asked for in the order in which the peer's signature schemes are
/// preferred, and what the manager gives is taken only if it can sign with one of them.
///
/// Safe for use by several threads, as far as the manager is.
final class KeySelection {
  private final @Nullable X509KeyManager manager;
  private final @Nullable KnownCredentials known;
  private final @Nullable OcspResponses ocspResponses;
  private final List<Credential> rawPublicKeys;
  private final List<CertificateType> types;

  private KeySelection(@Nullable X509KeyManager manager, TlsConfig config) {
    this.manager = manager;
    known = manager == null ? null : new KnownCredentials(manager, config.clock());
    ocspResponses = config.ocspResponses();
    rawPublicKeys =
        config.rawPublicKeys().stream()
            .map(pair -> new Credential(new Identity.RawKey(pair.getPublic()), pair.getPrivate()))
            .toList();
    types = types(config, manager != null);
  }

  /// @param managers the first that knows X.509 counts
  static KeySelection of(KeyManager @Nullable [] managers, TlsConfig config) {
    for (KeyManager each : managers == null ? new KeyManager[0] : managers) {
      if (each instanceof X509KeyManager x509) {
        return new KeySelection(x509, config);
      }
    }
    return new KeySelection(null, config);
  }

  /// Of what there is, the preferred first.
  List<CertificateType> types() {
    return types;
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
    return first(Role.SERVER, query, owner);
  }

  /// What a client shows, or null if it has nothing that is good for the query.
  @Nullable Credential forClient(CredentialQuery query, Owner owner) {
    return first(Role.CLIENT, query, owner);
  }

  private @Nullable Credential first(Role role, CredentialQuery query, Owner owner) {
    for (CertificateType type : types) {
      if (query.types().contains(type)) {
        Credential credential =
            switch (type) {
              case RAW_PUBLIC_KEY -> rawPublicKey(query);
              case X509 ->
                  role == Role.SERVER
                      ? certificateForServer(query, owner)
                      : certificateForClient(query, owner);
            };
        if (credential != null) {
          return credential;
        }
      }
    }
    return null;
  }

  private @Nullable Credential rawPublicKey(CredentialQuery query) {
    for (Credential each : rawPublicKeys) {
      if (query.accepts(each.identity().key())) {
        return each;
      }
    }
    return null;
  }

  private @Nullable Credential certificateForServer(CredentialQuery query, Owner owner) {
    if (manager == null) {
      return null;
    }
    Principal[] issuers = issuers(query);
    for (String keyType : keyTypes(query)) {
      String alias = owner.chooseServerAlias(manager, keyType, issuers);
      Credential credential = credential(alias, query);
      if (credential == null && alias != null) {
        credential = anyOf(manager.getServerAliases(keyType, issuers), query);
      }
      if (credential != null) {
        return query.staple() ? stapled(credential) : credential;
      }
    }
    return null;
  }

  /// The manager knows nothing of curves and schemes, and may have preferred a key that fits none
  /// over one that does.
  private @Nullable Credential anyOf(String @Nullable [] aliases, CredentialQuery query) {
    if (aliases != null) {
      for (String alias : aliases) {
        Credential credential = credential(alias, query);
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
    rawPublicKeys.forEach(each -> identities.add(each.identity()));
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
        credential = anyOf(manager.getClientAliases(keyType, issuers(query)), query);
      }
      if (credential != null) {
        return credential;
      }
    }
    return null;
  }

  private @Nullable Credential forClient(
      X509KeyManager manager, List<String> keyTypes, CredentialQuery query, Owner owner) {
    String[] types = keyTypes.toArray(String[]::new);
    return credential(owner.chooseClientAlias(manager, types, issuers(query)), query);
  }

  private @Nullable Credential credential(@Nullable String alias, CredentialQuery query) {
    Credential credential = known == null || alias == null ? null : known.get(alias);
    return credential != null && query.accepts(credential.identity().key()) ? credential : null;
  }

  private Credential stapled(Credential credential) {
    if (ocspResponses == null) {
      return credential;
    }
    List<X509Certificate> chain = credential.identity().certificates();
    X509Certificate issuer = chain.size() > 1 ? chain.get(1) : null;
    byte[] response = ocspResponses.responseFor(chain.getFirst(), issuer);
    return response == null ? credential : credential.stapled(response);
  }

  private static List<String> keyTypes(CredentialQuery query) {
    List<String> keyTypes = new ArrayList<>();
    for (SignatureScheme scheme : query.schemes()) {
      if (!keyTypes.contains(scheme.keyAlgorithm())) {
        keyTypes.add(scheme.keyAlgorithm());
      }
    }
    return keyTypes;
  }

  private static Principal @Nullable [] issuers(CredentialQuery query) {
    return query.authorities().isEmpty() ? null : query.authorities().toArray(Principal[]::new);
  }
}
