package dev.millrace.tls.jsse;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.PublicKey;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// What engines and sockets tell and do beyond JSSE, by the [ConnectionEnd] that each has.
interface Introspection extends TlsConnection {
  ConnectionEnd end();

  @Override
  default boolean isResumed() {
    Negotiated negotiated = end().negotiated();
    return negotiated != null && negotiated.resumed();
  }

  @Override
  default boolean isRetried() {
    Negotiated negotiated = end().negotiated();
    return negotiated != null && negotiated.retried();
  }

  @Override
  default boolean hasExtendedMasterSecret() {
    Negotiated negotiated = end().negotiated();
    return negotiated != null && negotiated.extendedMasterSecret();
  }

  @Override
  default @Nullable String group() {
    Negotiated negotiated = end().negotiated();
    NamedGroup group = negotiated == null ? null : negotiated.group();
    return group == null ? null : group.wireName();
  }

  @Override
  default @Nullable String localSignatureScheme() {
    Negotiated negotiated = end().negotiated();
    return negotiated == null ? null : name(negotiated.localScheme());
  }

  @Override
  default @Nullable String peerSignatureScheme() {
    Negotiated negotiated = end().negotiated();
    return negotiated == null ? null : name(negotiated.peerScheme());
  }

  @Override
  default @Nullable ExternalPsk externalPsk() {
    Negotiated negotiated = end().negotiated();
    return negotiated == null ? null : negotiated.externalPsk();
  }

  @Override
  default @Nullable PublicKey localRawPublicKey() {
    Negotiated negotiated = end().negotiated();
    return negotiated == null ? null : rawKey(negotiated.local());
  }

  @Override
  default @Nullable PublicKey peerRawPublicKey() {
    Negotiated negotiated = end().negotiated();
    return negotiated == null ? null : rawKey(negotiated.peer());
  }

  @Override
  default void offerEarlyData(byte[] data) {
    end().offerEarlyData(data);
  }

  @Override
  default EarlyData earlyData() {
    return end().earlyData();
  }

  @Override
  default void updateKeys(boolean ofPeerToo) throws SSLException {
    end().updateKeys(ofPeerToo);
  }

  private static @Nullable PublicKey rawKey(@Nullable Identity identity) {
    return identity instanceof Identity.RawKey(PublicKey key) ? key : null;
  }

  private static @Nullable String name(@Nullable SignatureScheme scheme) {
    return scheme == null ? null : scheme.wireName();
  }
}
