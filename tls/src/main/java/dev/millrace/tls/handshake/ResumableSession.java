package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.StoredSession;
import dev.millrace.tls.crypto.CertificateParsing;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.crypto.SubjectPublicKeys;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A session that can be resumed: what both sides must remember of the connection that made it.
///
/// @param group of the key exchange of the connection that made it, or null if there was none
/// @param secret the PSK of a ticket in TLS 1.3, the master secret in TLS 1.2
/// @param handle how it is named to the peer: on a client the ticket, or in TLS 1.2 the session id
///   if [#byTicket] is false; on a server the session id that it is stored under, or empty if the
///   session is in a ticket
/// @param byTicket whether the handle is a ticket
/// @param creationTime of the full handshake, milliseconds since the epoch
/// @param receivedTime when the ticket came or the session was stored, milliseconds since the epoch
/// @param lifetime in seconds from [#receivedTime], as the server set it
/// @param ageAdd what hides a ticket's age in TLS 1.3, 32 bits
/// @param maxEarlyData bytes of early data that the server takes with the ticket, or 0
/// @param serverName that the client asked for, or null
/// @param applicationProtocol of the connection, or null
/// @param peer of the full handshake; null if it did not authenticate itself
/// @param ocspResponses of the full handshake, see [PeerIdentity]; a client's alone
/// @param local who this side showed to be in the full handshake, or null; not encoded
/// @param localFingerprint see [Identity#fingerprint]; in a session that was decoded, empty in
///   others, or where this side showed nothing
/// @param attributes that the application put into the session; live, and lost in tickets
public record ResumableSession(
    ProtocolVersion version,
    CipherSuite suite,
    @Nullable NamedGroup group,
    Secret secret,
    byte[] handle,
    boolean byTicket,
    long creationTime,
    long receivedTime,
    long lifetime,
    long ageAdd,
    long maxEarlyData,
    @Nullable String serverName,
    @Nullable String applicationProtocol,
    @Nullable Identity peer,
    List<byte[]> ocspResponses,
    @Nullable Identity local,
    byte[] localFingerprint,
    Map<String, Object> attributes)
    implements StoredSession {

  /// Milliseconds by which the clocks of servers may differ.
  private static final long CLOCK_SKEW = 10_000;

  private static final int FORMAT = 3;
  private static final int MAX_SESSION_ID = 32;

  /// A session that was not decoded.
  public ResumableSession(
      ProtocolVersion version,
      CipherSuite suite,
      @Nullable NamedGroup group,
      Secret secret,
      byte[] handle,
      boolean byTicket,
      long creationTime,
      long receivedTime,
      long lifetime,
      long ageAdd,
      long maxEarlyData,
      @Nullable String serverName,
      @Nullable String applicationProtocol,
      @Nullable Identity peer,
      List<byte[]> ocspResponses,
      @Nullable Identity local,
      Map<String, Object> attributes) {
    this(
        version,
        suite,
        group,
        secret,
        handle,
        byTicket,
        creationTime,
        receivedTime,
        lifetime,
        ageAdd,
        maxEarlyData,
        serverName,
        applicationProtocol,
        peer,
        ocspResponses,
        local,
        new byte[0],
        attributes);
  }

  /// The same session, of which it is known who this side showed to be.
  public ResumableSession withLocal(Identity identity) {
    return new ResumableSession(
        version,
        suite,
        group,
        secret,
        handle,
        byTicket,
        creationTime,
        receivedTime,
        lifetime,
        ageAdd,
        maxEarlyData,
        serverName,
        applicationProtocol,
        peer,
        ocspResponses,
        identity,
        localFingerprint,
        attributes);
  }

  /// Whether it may still be resumed. One of a server that shares its ticket keys may come from a
  /// little ahead, by that server's clock.
  ///
  /// @param now milliseconds since the epoch
  public boolean isAlive(long now) {
    long age = now - receivedTime;
    return age >= -CLOCK_SKEW && age < lifetime * 1000;
  }

  @Override
  public byte[] encode() {
    byte[] key = secret.getEncoded();
    try {
      return WireWriter.written(out -> write(out, key));
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  private void write(WireWriter out, byte[] key) {
    out.u8(FORMAT).u16(version.code()).u16(suite.code()).u16(group == null ? 0 : group.code());
    out.opaque8(key).opaque16(handle).u8(byTicket ? 1 : 0);
    out.u64(creationTime).u64(receivedTime).u32(lifetime).u32(ageAdd).u32(maxEarlyData);
    out.opaque16(text(serverName)).opaque8(text(applicationProtocol));
    write(out, peer);
    out.vector24(() -> ocspResponses.forEach(out::opaque24));
    out.opaque8(local == null ? localFingerprint : local.fingerprint());
  }

  /// Whether the parts belong together, as those of a session of a handshake do. What another
  /// release wrote, or nobody in his senses, need not.
  private boolean isSound() {
    int secretLength =
        switch (version) {
          case TLS_1_2 -> MasterSecret12.LENGTH;
          case TLS_1_3 -> suite.hash().length();
        };
    return suite.version() == version
        && secret.length() == secretLength
        && (byTicket || handle.length <= MAX_SESSION_ID);
  }

  /// What [#encode] gave.
  ///
  /// @throws IllegalArgumentException if the bytes are nothing of the kind
  public static ResumableSession decode(byte[] encoded) {
    try {
      WireReader in = new WireReader(encoded);
      in.expect(in.u8() == FORMAT);
      ProtocolVersion version = ProtocolVersion.ofCode(in.u16());
      CipherSuite suite = CipherSuite.ofCode(in.u16());
      if (version == null || suite == null) {
        throw new IllegalArgumentException("a session of an unknown version or suite");
      }
      ResumableSession session =
          new ResumableSession(
              version,
              suite,
              NamedGroup.ofCode(in.u16()),
              new Secret(in.opaque8()),
              in.opaque16(),
              in.u8() == 1,
              in.u32() << 32 | in.u32(),
              in.u32() << 32 | in.u32(),
              in.u32(),
              in.u32(),
              in.u32(),
              text(in.opaque16()),
              text(in.opaque8()),
              identity(in),
              responses(in.vector24()),
              null,
              in.opaque8(),
              new ConcurrentHashMap<>());
      in.expectEnd();
      if (!session.isSound()) {
        throw new IllegalArgumentException("a session whose parts do not belong together");
      }
      return session;
    } catch (PeerMisbehaved | CertificateException e) {
      throw new IllegalArgumentException("not an encoded session", e);
    }
  }

  @Override
  public String toString() {
    return "ResumableSession[" + version.jsseName() + " " + suite + "]";
  }

  private static byte[] text(@Nullable String text) {
    return text == null ? new byte[0] : text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static @Nullable String text(byte[] bytes) {
    return bytes.length == 0 ? null : new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /// The type, then as many encodings as there are; X.509 and none for nobody.
  private static void write(WireWriter out, @Nullable Identity identity) {
    out.u8((identity == null ? CertificateType.X509 : identity.type()).code());
    out.vector24(() -> {
      switch (identity) {
        case null -> {}
        case Identity.Certified certified ->
            certified.certificates().forEach(each -> out.opaque24(der(each)));
        case Identity.RawKey(PublicKey key) -> out.opaque24(key.getEncoded());
      }
    });
  }

  private static @Nullable Identity identity(WireReader in)
      throws PeerMisbehaved, CertificateException {
    CertificateType type = CertificateType.ofCode(in.u8());
    WireReader list = in.vector24();
    return switch (type) {
      case null -> throw new IllegalArgumentException("a peer of an unknown kind");
      case X509 -> list.hasRemaining() ? new Identity.Certified(certificates(list)) : null;
      case RAW_PUBLIC_KEY -> new Identity.RawKey(SubjectPublicKeys.parse(list.opaque24()));
    };
  }

  private static byte[] der(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate of a session has no encoding", e);
    }
  }

  private static List<X509Certificate> certificates(WireReader list)
      throws PeerMisbehaved, CertificateException {
    List<X509Certificate> certificates = new ArrayList<>();
    while (list.hasRemaining()) {
      certificates.add(CertificateParsing.parse(list.opaque24()));
    }
    return List.copyOf(certificates);
  }

  private static List<byte[]> responses(WireReader list) throws PeerMisbehaved {
    List<byte[]> responses = new ArrayList<>();
    while (list.hasRemaining()) {
      responses.add(list.opaque24());
    }
    return List.copyOf(responses);
  }
}
