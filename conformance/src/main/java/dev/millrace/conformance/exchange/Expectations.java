package dev.millrace.conformance.exchange;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.conformance.flag.Unimplemented;
import dev.millrace.conformance.stack.Endpoint;
import dev.millrace.conformance.stack.Outcome;
import dev.millrace.conformance.stack.Outcome.EarlyData;
import dev.millrace.conformance.stack.Outcome.NewSession;
import dev.millrace.conformance.stack.PemFile;
import dev.millrace.tls.CertificateType;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/// Checks a connection against what a test expects of it. Where the implementation does not tell
/// what a flag asks for, the test is skipped.
final class Expectations {
  private final ShimOptions options;
  private final boolean resumes;
  private final Endpoint endpoint;
  private final ExtendedSSLSession session;
  private final Outcome outcome;

  /// @param resumes whether there was a connection before this one
  Expectations(ShimOptions options, boolean resumes, Endpoint endpoint) {
    this.options = options;
    this.resumes = resumes;
    this.endpoint = endpoint;
    this.session = (ExtendedSSLSession) endpoint.engine().getSession();
    this.outcome = endpoint.outcome();
  }

  /// Checks whether a client offered early data.
  void checkOffer() throws ExpectationFailed {
    if (options.has(Flag.EXPECT_NO_OFFER_EARLY_DATA)) {
      check("early data offered", false, outcome.earlyData() != EarlyData.NONE);
    }
  }

  /// Checks what must hold once the handshake is complete.
  void checkHandshake() throws ExpectationFailed, IOException {
    checkParameters();
    checkResumption();
    checkNames();
    checkPeerCertificates();
    checkPeerRawPublicKey();
    checkEarlyData();
  }

  /// Checks what must hold at the end.
  void checkEnd() throws ExpectationFailed {
    if (options.has(Flag.EXPECT_TOTAL_RENEGOTIATIONS)) {
      check("renegotiations", options.number(Flag.EXPECT_TOTAL_RENEGOTIATIONS, 0), 0);
    }
    if (options.isServer() || !session.getProtocol().equals("TLSv1.3")) {
      return;
    }
    boolean expected = !options.has(Flag.EXPECT_NO_SESSION) && !options.has(Flag.SHIM_SHUTS_DOWN);
    checkNewSession(expected);
    if (expected && outcome.newSession() != null) {
      check(
          "a ticket for early data",
          options.has(Flag.EXPECT_TICKET_SUPPORTS_EARLY_DATA),
          outcome.newSession() == NewSession.WITH_EARLY_DATA);
    }
  }

  private void checkParameters() throws ExpectationFailed {
    checkCode(Flag.EXPECT_VERSION, session.getProtocol().equals("TLSv1.3") ? 0x0304 : 0x0303);
    checkCode(Flag.EXPECT_CIPHER, Suites.codeOf(session.getCipherSuite()));
    checkCode(Flag.EXPECT_CIPHER_AES, Suites.codeOf(session.getCipherSuite()));
    if (!Boolean.TRUE.equals(outcome.resumed())) {
      // Nobody signs in a resumed connection, and in TLS 1.2 there is no key exchange; JSSE's
      // sessions
      // do not remember what there was.
      checkCode(Flag.EXPECT_CURVE_ID, outcome.group());
      checkCode(Flag.EXPECT_PEER_SIGNATURE_ALGORITHM, outcome.peerSignatureScheme());
    }
    checkCode(Flag.EXPECT_SELECTED_CREDENTIAL, outcome.credential());
    if (options.has(Flag.EXPECT_PEER_VERIFY_PREF)) {
      check(
          "signature schemes of the peer",
          options.numbers(Flag.EXPECT_PEER_VERIFY_PREF),
          told(outcome.peerSignatureSchemes(), Flag.EXPECT_PEER_VERIFY_PREF));
    }
    checkSet(Flag.EXPECT_HRR, true, outcome.retried());
    checkSet(Flag.EXPECT_NO_HRR, false, outcome.retried());
    checkSet(Flag.EXPECT_EXTENDED_MASTER_SECRET, true, outcome.extendedMasterSecret());
  }

  private void checkResumption() throws ExpectationFailed {
    boolean expected = resumes && !options.has(Flag.EXPECT_SESSION_MISS);
    if (outcome.resumed() != null) {
      check("resumed", expected, outcome.resumed());
    }
    if (!resumes) {
      checkSet(Flag.EXPECT_SESSION_ID, true, outcome.sessionIdIssued());
      checkSet(Flag.EXPECT_NO_SESSION_ID, false, outcome.sessionIdIssued());
    }
    if (!options.isServer() && session.getProtocol().equals("TLSv1.2")) {
      boolean renews = !expected || options.has(Flag.EXPECT_TICKET_RENEWAL);
      checkNewSession(renews && !options.has(Flag.EXPECT_NO_SESSION));
    }
  }

  private void checkNewSession(boolean expected) throws ExpectationFailed {
    if (outcome.newSession() != null) {
      check("a new session", expected, outcome.newSession() != NewSession.NONE);
    }
  }

  private void checkNames() throws ExpectationFailed {
    String protocol =
        options.text(options.isServer() ? Flag.SELECT_ALPN : Flag.EXPECT_ALPN).orElse("");
    check(
        "application protocol",
        protocol,
        Objects.requireNonNullElse(endpoint.engine().getApplicationProtocol(), ""));
    if (options.isServer()) {
      List<String> names =
          session.getRequestedServerNames().stream()
              .map(name -> ((SNIHostName) name).getAsciiName())
              .toList();
      if (options.has(Flag.EXPECT_SERVER_NAME)) {
        check("server name", options.text(Flag.EXPECT_SERVER_NAME).stream().toList(), names);
      }
      if (options.has(Flag.EXPECT_NO_SERVER_NAME)) {
        check("server name", List.of(), names);
      }
    }
  }

  private void checkPeerCertificates() throws ExpectationFailed, IOException {
    List<Certificate> chain;
    try {
      chain = List.of(session.getPeerCertificates());
    } catch (SSLPeerUnverifiedException _) {
      chain = List.of();
    }
    if (options.has(Flag.EXPECT_NO_PEER_CERT)
        || options.has(Flag.EXPECT_PEER_RPK_SHA256)
        || isBySharedKey()) {
      check("certificates of the peer", 0, chain.size());
    } else if (!options.isServer() || options.has(Flag.REQUIRE_ANY_CLIENT_CERTIFICATE)) {
      check("a certificate of the peer", true, !chain.isEmpty());
    }
    if (options.has(Flag.EXPECT_PEER_CERT_FILE)) {
      check("certificates of the peer", true, chain.equals(expectedCertificates()));
    }
    if (options.has(Flag.EXPECT_OCSP_RESPONSE) && !Boolean.TRUE.equals(outcome.resumed())) {
      List<byte[]> responses = session.getStatusResponses();
      check(
          "OCSP response",
          true,
          !responses.isEmpty()
              && Arrays.equals(
                  responses.getFirst(), options.bytes(Flag.EXPECT_OCSP_RESPONSE).orElseThrow()));
    }
  }

  /// Whether the peers know each other by a key instead of certificates.
  private boolean isBySharedKey() {
    int number = outcome.credential();
    return number >= 0 && options.credentials().get(number).has(Flag.NEW_PSK_CREDENTIAL);
  }

  private void checkPeerRawPublicKey() throws ExpectationFailed, IOException {
    PublicKey key = outcome.peerRawPublicKey();
    if (options.has(Flag.EXPECT_PEER_CERTIFICATE_TYPE)) {
      check(
          "type of the peer's certificate",
          options.number(Flag.EXPECT_PEER_CERTIFICATE_TYPE, 0),
          (key == null ? CertificateType.X509 : CertificateType.RAW_PUBLIC_KEY).code());
    }
    if (options.has(Flag.EXPECT_PEER_RPK_SHA256)) {
      byte[] expected = options.bytes(Flag.EXPECT_PEER_RPK_SHA256).orElseThrow();
      check(
          "the peer's raw public key",
          true,
          key != null && Arrays.equals(expected, sha256(key.getEncoded())));
    }
  }

  private static byte[] sha256(byte[] bytes) throws IOException {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  private List<X509Certificate> expectedCertificates() throws IOException {
    try {
      return PemFile.certificates(options.text(Flag.EXPECT_PEER_CERT_FILE).orElseThrow());
    } catch (GeneralSecurityException e) {
      throw new IOException("the expected certificates: " + e.getMessage(), e);
    }
  }

  private void checkEarlyData() throws ExpectationFailed {
    boolean accepted = outcome.earlyData() == EarlyData.ACCEPTED;
    if (options.has(Flag.EXPECT_ACCEPT_EARLY_DATA)) {
      check("early data accepted", true, accepted);
    }
    if (options.has(Flag.EXPECT_REJECT_EARLY_DATA)) {
      check("early data accepted", false, accepted);
    }
  }

  private void checkCode(Flag flag, @Nullable Integer code) throws ExpectationFailed {
    if (options.has(flag)) {
      check(flag.flagName(), options.number(flag, 0), told(code, flag));
    }
  }

  private void checkSet(Flag flag, boolean expected, @Nullable Boolean actual)
      throws ExpectationFailed {
    if (options.has(flag)) {
      check(flag.flagName(), expected, told(actual, flag));
    }
  }

  private static <T> T told(@Nullable T value, Flag flag) {
    if (value == null) {
      throw new Unimplemented(flag.flagName());
    }
    return value;
  }

  private static void check(String what, Object expected, Object actual) throws ExpectationFailed {
    if (!expected.equals(actual)) {
      throw new ExpectationFailed("%s: expected %s, was %s".formatted(what, expected, actual));
    }
  }
}
