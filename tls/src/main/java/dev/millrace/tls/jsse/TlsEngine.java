package dev.millrace.tls.jsse;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// An SSLEngine: the settings and the session of a [ConnectionEnd], and the calls of an
/// [EngineProtocol].
///
/// One thread may wrap while another unwraps.
final class TlsEngine extends SSLEngine implements Introspection {
  private final ConnectionEnd end;
  private final Settings settings;
  private final EngineProtocol protocol;
  private volatile @Nullable BiFunction<SSLEngine, List<String>, String> selector;

  TlsEngine(TlsContext context, Peer peer) {
    super(peer.host(), peer.port());
    settings = new Settings(context, null);
    end = new ConnectionEnd(context, settings, new Owner.OfEngine(this), peer);
    protocol = new EngineProtocol(end);
  }

  @Override
  public ConnectionEnd end() {
    return end;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] srcs, int offset, int length, ByteBuffer dst)
      throws SSLException {
    requireBuffers(srcs, offset, length);
    requireWritable(dst);
    return protocol.wrap(srcs, offset, length, dst);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer src, ByteBuffer[] dsts, int offset, int length)
      throws SSLException {
    if (src == null) {
      throw new IllegalArgumentException("the source is null");
    }
    requireBuffers(dsts, offset, length);
    for (int i = offset; i < offset + length; i++) {
      requireWritable(dsts[i]);
    }
    return protocol.unwrap(src, dsts, offset, length);
  }

  private static void requireBuffers(ByteBuffer @Nullable [] buffers, int offset, int length) {
    if (buffers == null) {
      throw new IllegalArgumentException("the array of buffers is null");
    }
    Objects.checkFromIndexSize(offset, length, buffers.length);
    for (int i = offset; i < offset + length; i++) {
      if (buffers[i] == null) {
        throw new IllegalArgumentException("buffer " + i + " is null");
      }
    }
  }

  private static void requireWritable(@Nullable ByteBuffer buffer) {
    if (buffer == null) {
      throw new IllegalArgumentException("the destination is null");
    }
    if (buffer.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
  }

  @Override
  public @Nullable Runnable getDelegatedTask() {
    return protocol.task();
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return protocol.status();
  }

  @Override
  public void beginHandshake() throws SSLException {
    protocol.begin();
  }

  @Override
  public void closeInbound() throws SSLException {
    protocol.closeInbound();
  }

  @Override
  public boolean isInboundDone() {
    return protocol.isInboundDone();
  }

  @Override
  public void closeOutbound() {
    protocol.closeOutbound();
  }

  @Override
  public boolean isOutboundDone() {
    return protocol.isOutboundDone();
  }

  @Override
  public SSLSession getSession() {
    return end.session();
  }

  @Override
  public @Nullable SSLSession getHandshakeSession() {
    return end.handshakeSession();
  }

  @Override
  public @Nullable String getApplicationProtocol() {
    return end.applicationProtocol();
  }

  @Override
  public @Nullable String getHandshakeApplicationProtocol() {
    return end.handshakeApplicationProtocol();
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      @Nullable BiFunction<SSLEngine, List<String>, String> value) {
    selector = value;
  }

  @Override
  public @Nullable BiFunction<SSLEngine, List<String>, String>
      getHandshakeApplicationProtocolSelector() {
    return selector;
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return SupportedNames.suites().toArray(String[]::new);
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return settings.suites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    settings.suites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return SupportedNames.protocols().toArray(String[]::new);
  }

  @Override
  public String[] getEnabledProtocols() {
    return settings.protocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    settings.protocols(protocols);
  }

  @Override
  public void setUseClientMode(boolean mode) {
    end.useClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return settings.isClient();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    settings.needClientAuthentication(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return settings.needsClientAuthentication();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    settings.wantClientAuthentication(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return settings.wantsClientAuthentication();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    settings.createSessions(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return settings.createsSessions();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return settings.sslParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    settings.sslParameters(parameters);
  }
}
