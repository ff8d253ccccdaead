package dev.millrace.tls.jsse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.Set;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// A TLS socket as far as it is a plain one: everything about addresses and options is asked of the
/// socket under it.
abstract class LayeredSocket extends SSLSocket {
  private final Socket transport;

  LayeredSocket(Socket transport) {
    this.transport = transport;
  }

  @Override
  public void bind(@Nullable SocketAddress address) throws IOException {
    transport.bind(address);
  }

  @Override
  public @Nullable InetAddress getInetAddress() {
    return transport.getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return transport.getLocalAddress();
  }

  @Override
  public int getPort() {
    return transport.getPort();
  }

  @Override
  public int getLocalPort() {
    return transport.getLocalPort();
  }

  @Override
  public @Nullable SocketAddress getRemoteSocketAddress() {
    return transport.getRemoteSocketAddress();
  }

  @Override
  public @Nullable SocketAddress getLocalSocketAddress() {
    return transport.getLocalSocketAddress();
  }

  /// Null: what goes through a channel would bypass TLS.
  @Override
  public @Nullable SocketChannel getChannel() {
    return null;
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    transport.setTcpNoDelay(on);
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return transport.getTcpNoDelay();
  }

  @Override
  public void setSoLinger(boolean on, int seconds) throws SocketException {
    transport.setSoLinger(on, seconds);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return transport.getSoLinger();
  }

  /// TLS has no urgent data.
  @Override
  public void sendUrgentData(int data) throws IOException {
    throw new SocketException("TLS has no urgent data");
  }

  @Override
  public void setOOBInline(boolean on) throws SocketException {
    throw new SocketException("TLS has no urgent data");
  }

  @Override
  public boolean getOOBInline() throws SocketException {
    throw new SocketException("TLS has no urgent data");
  }

  @Override
  public void setSoTimeout(int milliseconds) throws SocketException {
    transport.setSoTimeout(milliseconds);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return transport.getSoTimeout();
  }

  @Override
  public void setSendBufferSize(int bytes) throws SocketException {
    transport.setSendBufferSize(bytes);
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return transport.getSendBufferSize();
  }

  @Override
  public void setReceiveBufferSize(int bytes) throws SocketException {
    transport.setReceiveBufferSize(bytes);
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return transport.getReceiveBufferSize();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    transport.setKeepAlive(on);
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return transport.getKeepAlive();
  }

  @Override
  public void setTrafficClass(int trafficClass) throws SocketException {
    transport.setTrafficClass(trafficClass);
  }

  @Override
  public int getTrafficClass() throws SocketException {
    return transport.getTrafficClass();
  }

  @Override
  public void setReuseAddress(boolean on) throws SocketException {
    transport.setReuseAddress(on);
  }

  @Override
  public boolean getReuseAddress() throws SocketException {
    return transport.getReuseAddress();
  }

  @Override
  public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    transport.setPerformancePreferences(connectionTime, latency, bandwidth);
  }

  @Override
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    transport.setOption(name, value);
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    return transport.getOption(name);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return transport.supportedOptions();
  }

  @Override
  public boolean isConnected() {
    return transport.isConnected();
  }

  @Override
  public boolean isBound() {
    return transport.isBound();
  }
}
