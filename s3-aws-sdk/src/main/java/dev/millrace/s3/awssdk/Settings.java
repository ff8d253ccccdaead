package dev.millrace.s3.awssdk;

import static software.amazon.awssdk.http.SdkHttpConfigurationOption.CONNECTION_ACQUIRE_TIMEOUT;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.CONNECTION_MAX_IDLE_TIMEOUT;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.CONNECTION_TIMEOUT;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.CONNECTION_TIME_TO_LIVE;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.GLOBAL_HTTP_DEFAULTS;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.MAX_CONNECTIONS;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.MAX_PENDING_CONNECTION_ACQUIRES;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.PROTOCOL;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.READ_TIMEOUT;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.REAP_IDLE_CONNECTIONS;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.TCP_KEEPALIVE;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.TLS_KEY_MANAGERS_PROVIDER;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.TLS_NEGOTIATION_TIMEOUT;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.TLS_TRUST_MANAGERS_PROVIDER;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES;
import static software.amazon.awssdk.http.SdkHttpConfigurationOption.WRITE_TIMEOUT;

import dev.millrace.s3.http.HttpSettings;
import dev.millrace.s3.http.Resolver;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.TlsKeyManagersProvider;
import software.amazon.awssdk.http.TlsTrustManagersProvider;
import software.amazon.awssdk.utils.AttributeMap;

/// The SDK's options as settings of the engine.
///
/// PROTOCOL_NEGOTIATION decides nothing: HTTP/1.1 is what is assumed, and also what is offered
/// through ALPN.
final class Settings {
  private static final Duration FOREVER = Duration.ofDays(36500);

  private Settings() {}

  /// @throws IllegalArgumentException for HTTP/2, and for options that exclude each other
  static HttpSettings of(
      AttributeMap options,
      @Nullable SSLContext tls,
      @Nullable InetAddress localAddress,
      Resolver resolver) {
    if (options.get(PROTOCOL) == Protocol.HTTP2) {
      throw new IllegalArgumentException(
          "Millrace speaks HTTP/1.1 only; a service that takes both is told so by"
              + " protocol(Protocol.HTTP1_1)");
    }
    return HttpSettings.builder()
        .tls(tls(options, tls))
        .verifyHostname(!options.get(TRUST_ALL_CERTIFICATES))
        .readTimeout(options.get(READ_TIMEOUT))
        .writeTimeout(options.get(WRITE_TIMEOUT))
        .connectTimeout(orForever(options.get(CONNECTION_TIMEOUT)))
        .tlsTimeout(orForever(options.get(TLS_NEGOTIATION_TIMEOUT)))
        .acquireTimeout(orForever(options.get(CONNECTION_ACQUIRE_TIMEOUT)))
        .idleTimeout(options.get(CONNECTION_MAX_IDLE_TIMEOUT))
        .timeToLive(options.get(CONNECTION_TIME_TO_LIVE))
        .reapIdle(options.get(REAP_IDLE_CONNECTIONS))
        .maxConnections(options.get(MAX_CONNECTIONS))
        .maxPending(options.get(MAX_PENDING_CONNECTION_ACQUIRES))
        .tcpKeepAlive(options.get(TCP_KEEPALIVE))
        .localAddress(localAddress)
        .resolver(resolver)
        .build();
  }

  private static Duration orForever(Duration timeout) {
    return timeout.isZero() ? FOREVER : timeout;
  }

  /// The context to make connections with; null for the JDK's default.
  private static @Nullable SSLContext tls(AttributeMap options, @Nullable SSLContext given) {
    boolean trustAll = options.get(TRUST_ALL_CERTIFICATES);
    TlsTrustManagersProvider trust = options.get(TLS_TRUST_MANAGERS_PROVIDER);
    if (trustAll && trust != null) {
      throw new IllegalArgumentException(
          "either all certificates are trusted, or those that a TlsTrustManagersProvider chooses");
    }
    TlsKeyManagersProvider ownKeys = options.get(TLS_KEY_MANAGERS_PROVIDER);
    if (given != null) {
      if (trustAll
          || trust != null
          || !ownKeys.equals(GLOBAL_HTTP_DEFAULTS.get(TLS_KEY_MANAGERS_PROVIDER))) {
        throw new IllegalArgumentException("a tlsContext has its keys, and knows whom to trust");
      }
      return given;
    }
    KeyManager @Nullable [] keys = ownKeys.keyManagers();
    if (keys == null && trust == null && !trustAll) {
      return null;
    }
    TrustManager @Nullable [] trustManagers = null;
    if (trustAll) {
      trustManagers = new TrustManager[] {new TrustEveryone()};
    } else if (trust != null) {
      trustManagers = trust.trustManagers();
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trustManagers, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("there is no TLS here: " + e.getMessage(), e);
    }
  }
}
