package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.conformance.flag.Unimplemented;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// The JDK's own implementation, SunJSSE: for comparison, and to test the shim itself.
public final class JdkStack implements Stack {
  /// What SunJSSE has no setting for, per engine at least, or does not tell.
  private static final Set<Flag> LACKING =
      Set.of(
          Flag.NEW_RPK_CREDENTIAL,
          Flag.ACCEPTED_PEER_CERT_TYPES,
          Flag.AVAILABLE_CLIENT_CERT_TYPES,
          Flag.NO_TICKET,
          Flag.ENABLE_EARLY_DATA,
          Flag.RESUMPTION_DELAY,
          Flag.USE_TICKET_CALLBACK,
          Flag.USE_TICKET_AEAD_CALLBACK,
          Flag.REVERIFY_ON_RESUME,
          Flag.EXPORT_TRAFFIC_SECRETS,
          // There is renegotiation, but no choice of how.
          Flag.RENEGOTIATE_ONCE,
          Flag.RENEGOTIATE_FREELY,
          Flag.RENEGOTIATE_IGNORE,
          Flag.RENEGOTIATE_EXPLICIT,
          Flag.ENABLE_GREASE,
          Flag.PERMUTE_EXTENSIONS,
          Flag.KEY_SHARES,
          Flag.NO_KEY_SHARES,
          Flag.VERIFY_PREFS,
          Flag.SIGNING_PREFS,
          Flag.MAX_CERT_LIST,
          Flag.MAX_SEND_FRAGMENT,
          Flag.NO_LEGACY_SERVER_CONNECT,
          Flag.ENABLE_OCSP_STAPLING,
          Flag.OCSP_RESPONSE,
          Flag.USE_OCSP_CALLBACK,
          Flag.INSTALL_CERT_COMPRESSION_ALGS,
          Flag.INSTALL_ONE_CERT_COMPRESSION_ALG,
          Flag.NEW_PSK_CREDENTIAL,
          Flag.KEY_UPDATE,
          Flag.KEY_UPDATE_BEFORE_READ);

  private static final List<String> GROUPS =
      List.of("secp256r1", "secp384r1", "secp521r1", "x25519");

  private @Nullable Identity identity;

  @Override
  public Endpoint open(ShimOptions options) throws IOException, GeneralSecurityException {
    options.refuse(LACKING);
    Identity current = identity;
    if (current == null || !current.suits(options)) {
      current = Identity.of(options);
      identity = current;
    }
    // With a host and a port, a client's sessions are found again.
    SSLEngine engine = current.context().createSSLEngine("bogo.test", 443);
    EngineSettings.apply(options, GROUPS, engine);
    return new JdkEndpoint(engine, current.choice());
  }

  /// A context, which holds the sessions, and what it was made from: connections share it as long
  /// as they present and trust the same certificates.
  private record Identity(ShimOptions options, SSLContext context, CredentialChoice choice) {

    static Identity of(ShimOptions options) throws IOException, GeneralSecurityException {
      var choice = new CredentialChoice(options);
      SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
      context.init(new KeyManager[] {choice}, new TrustManager[] {choice.trust(options)}, null);
      return new Identity(options, context, choice);
    }

    boolean suits(ShimOptions other) {
      return options.credentials().equals(other.credentials())
          && sameText(other, Flag.CERT_FILE)
          && sameText(other, Flag.KEY_FILE)
          && options.has(Flag.VERIFY_FAIL) == other.has(Flag.VERIFY_FAIL);
    }

    private boolean sameText(ShimOptions other, Flag flag) {
      return Objects.equals(options.text(flag), other.text(flag));
    }
  }

  private record JdkEndpoint(SSLEngine engine, CredentialChoice choice) implements Endpoint {
    @Override
    public Outcome outcome() {
      return Outcome.untold(choice.chosen());
    }

    @Override
    public TrafficSecrets trafficSecrets() {
      throw new Unimplemented(Flag.EXPORT_TRAFFIC_SECRETS.flagName());
    }

    @Override
    public void updateKeys() throws SSLException {
      throw new Unimplemented(Flag.KEY_UPDATE.flagName());
    }
  }
}
