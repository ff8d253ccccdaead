package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import java.io.IOException;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/// Chooses among the credentials of a connection, and checks what a server said of the issuers that
/// it accepts.
public final class CredentialChoice extends X509ExtendedKeyManager {
  private final List<Credential> credentials;
  private final @Nullable List<X500Principal> expectedIssuers;
  private final boolean fails;
  private volatile int chosen = -1;

  /// @throws IOException if a file of a credential cannot be read
  public CredentialChoice(ShimOptions options) throws IOException {
    this.credentials = Credential.of(options);
    this.expectedIssuers =
        options.text(Flag.EXPECT_CLIENT_CA_LIST).map(IssuerNames::parse).orElse(null);
    this.fails = options.has(Flag.FAIL_CERT_CALLBACK);
  }

  /// The credentials in the order of preference.
  public List<Credential> credentials() {
    return credentials;
  }

  /// What goes with it on the other side: trust as the test orders it.
  public OrderedTrust trust(ShimOptions options) {
    return new OrderedTrust(
        options, credentials.stream().flatMap(credential -> credential.chain().stream()).toList());
  }

  /// The number of the raw public key that a connection showed, or if it did not, [#chosen].
  int numberOf(@Nullable PublicKey shown) {
    return credentials.stream()
        .filter(Credential::isRawPublicKey)
        .filter(credential -> credential.keys().getPublic().equals(shown))
        .map(Credential::number)
        .findFirst()
        .orElse(chosen);
  }

  /// The number of the credential with certificates that was chosen last, or -1.
  public int chosen() {
    return chosen;
  }

  private @Nullable String choose(String[] keyTypes, Principal @Nullable [] issuers) {
    if (fails) {
      throw new IllegalStateException("the test wants the choice of a certificate to fail");
    }
    for (Credential credential : credentials) {
      if (Arrays.stream(keyTypes).anyMatch(keyType -> credential.fits(keyType, issuers))) {
        chosen = credential.number();
        return credential.alias();
      }
    }
    return null;
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
    if (expectedIssuers != null
        && !expectedIssuers.equals(issuers == null ? List.of() : Arrays.asList(issuers))) {
      throw new IllegalStateException("other issuers were named: " + Arrays.toString(issuers));
    }
    return choose(keyTypes, issuers);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return choose(new String[] {keyType}, issuers);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
    return choose(keyTypes, issuers);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return choose(new String[] {keyType}, issuers);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return aliases(keyType, issuers);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return aliases(keyType, issuers);
  }

  private String @Nullable [] aliases(String keyType, Principal @Nullable [] issuers) {
    String[] aliases =
        credentials.stream()
            .filter(credential -> credential.fits(keyType, issuers))
            .map(Credential::alias)
            .toArray(String[]::new);
    return aliases.length == 0 ? null : aliases;
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return named(alias)
        .map(credential -> credential.chain().toArray(X509Certificate[]::new))
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    // Whoever takes the key has made the choice.
    chosen = named(alias).map(Credential::number).findFirst().orElse(-1);
    return named(alias).map(credential -> credential.keys().getPrivate()).findFirst().orElse(null);
  }

  private Stream<Credential> named(String alias) {
    return credentials.stream().filter(credential -> credential.alias().equals(alias));
  }
}
