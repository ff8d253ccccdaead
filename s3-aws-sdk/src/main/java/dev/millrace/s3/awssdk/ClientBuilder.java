package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.Resolver;
import java.net.InetAddress;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.TlsKeyManagersProvider;
import software.amazon.awssdk.http.TlsTrustManagersProvider;
import software.amazon.awssdk.utils.AttributeMap;

/// The options that the blocking and the asynchronous client share. What is not set here is taken
/// from the defaults of the service that the client is made for, and then from
/// [SdkHttpConfigurationOption#GLOBAL_HTTP_DEFAULTS]: the defaults named below. For one thread.
///
/// Timeouts are of inactivity, and kept to within a sixteenth; zero stands for none.
///
/// @param <B> the builder that has these options
public abstract sealed class ClientBuilder<B extends ClientBuilder<B>>
    permits MillraceHttpClient.Builder, MillraceAsyncHttpClient.Builder {
  private final AttributeMap.Builder options = AttributeMap.builder();
  private @Nullable SSLContext tlsContext;
  private @Nullable ProxyConfiguration proxies;
  private @Nullable InetAddress localAddress;
  private @Nullable Boolean expectContinue;
  private Resolver resolver = Resolver.system();
  private boolean encodeEmptySegments;

  ClientBuilder() {}

  /// How long the server may stay silent where an answer is due. Default: 30 s.
  public B readTimeout(Duration timeout) {
    return with(SdkHttpConfigurationOption.READ_TIMEOUT, timeout);
  }

  /// How long the server may take nothing of what is sent. Default: 30 s.
  public B writeTimeout(Duration timeout) {
    return with(SdkHttpConfigurationOption.WRITE_TIMEOUT, timeout);
  }

  /// How long a TCP connection may take to come about, over all addresses. Default: 2 s.
  public B connectionTimeout(Duration timeout) {
    return with(SdkHttpConfigurationOption.CONNECTION_TIMEOUT, timeout);
  }

  /// How long one step of a TLS handshake may take. Default: 5 s.
  public B tlsNegotiationTimeout(Duration timeout) {
    return with(SdkHttpConfigurationOption.TLS_NEGOTIATION_TIMEOUT, timeout);
  }

  /// How long to wait for a connection where all are in use. Default: 10 s.
  public B connectionAcquisitionTimeout(Duration timeout) {
    return with(SdkHttpConfigurationOption.CONNECTION_ACQUIRE_TIMEOUT, timeout);
  }

  /// How long a connection that nobody uses is kept. Default: 60 s.
  public B connectionMaxIdleTime(Duration time) {
    return with(SdkHttpConfigurationOption.CONNECTION_MAX_IDLE_TIMEOUT, time);
  }

  /// How long after it was made a connection is used again. Default: no limit.
  public B connectionTimeToLive(Duration time) {
    return with(SdkHttpConfigurationOption.CONNECTION_TIME_TO_LIVE, time);
  }

  /// How many connections there may be, over all hosts, and so how many exchanges at once. Default:
  /// 50.
  public B maxConnections(int count) {
    return with(SdkHttpConfigurationOption.MAX_CONNECTIONS, count);
  }

  /// How many exchanges may wait for a connection. Default: 10,000.
  public B maxPendingConnectionAcquires(int count) {
    return with(SdkHttpConfigurationOption.MAX_PENDING_CONNECTION_ACQUIRES, count);
  }

  /// Whether idle connections are closed when their time is over; otherwise only when they would be
  /// used next. Default: yes.
  public B useIdleConnectionReaper(boolean reap) {
    return with(SdkHttpConfigurationOption.REAP_IDLE_CONNECTIONS, reap);
  }

  /// Whether TCP probes silent connections (SO_KEEPALIVE). Default: no.
  public B tcpKeepAlive(boolean probe) {
    return with(SdkHttpConfigurationOption.TCP_KEEPALIVE, probe);
  }

  /// What is spoken: HTTP/1.1 only. To be set for a service whose default is HTTP/2.
  public B protocol(Protocol protocol) {
    return with(SdkHttpConfigurationOption.PROTOCOL, protocol);
  }

  /// Where the client's certificate comes from. Default: from the `javax.net.ssl` properties.
  public B tlsKeyManagersProvider(TlsKeyManagersProvider provider) {
    return with(SdkHttpConfigurationOption.TLS_KEY_MANAGERS_PROVIDER, provider);
  }

  /// Who decides which servers to trust. Default: the JDK.
  public B tlsTrustManagersProvider(TlsTrustManagersProvider provider) {
    return with(SdkHttpConfigurationOption.TLS_TRUST_MANAGERS_PROVIDER, provider);
  }

  /// What TLS connections are made with, such as a context of Millrace's own provider. It brings
  /// its keys and whom it trusts, so that neither can be given beside it. Default: the JDK's, with
  /// what the two methods above say.
  public B tlsContext(SSLContext context) {
    tlsContext = context;
    return self();
  }

  /// Which proxies there are. Default: what system properties and environment variables say.
  public B proxyConfiguration(ProxyConfiguration configuration) {
    proxies = configuration;
    return self();
  }

  /// The address that connections are made from; null for what the system chooses, the default.
  public B localAddress(@Nullable InetAddress address) {
    localAddress = address;
    return self();
  }

  /// What tells the addresses of hosts. Default: the JDK's resolver.
  public B resolver(Resolver resolver) {
    this.resolver = resolver;
    return self();
  }

  /// Whether bodies wait until the server asks for them: true adds `Expect: 100-continue` to every
  /// request with a body, false removes it. Default: as the SDK says in each request, which is
  /// where it uploads to S3.
  public B expectContinueEnabled(boolean enabled) {
    expectContinue = enabled;
    return self();
  }

  /// Whether `//` in a path goes out as `/%2F`, as from the SDK's Apache clients: for servers and
  /// proxies that take several slashes for one. Default: no, the path goes out as it was signed.
  public B encodeEmptyPathSegments(boolean encode) {
    encodeEmptySegments = encode;
    return self();
  }

  abstract B self();

  Transport transport(AttributeMap serviceDefaults) {
    AttributeMap merged =
        options
            .build()
            .merge(serviceDefaults)
            .merge(SdkHttpConfigurationOption.GLOBAL_HTTP_DEFAULTS);
    return new Transport(
        Settings.of(merged, tlsContext, localAddress, resolver),
        proxies == null ? ProxyConfiguration.builder().build() : proxies,
        new RequestForm(expectContinue, encodeEmptySegments));
  }

  private <T> B with(SdkHttpConfigurationOption<T> option, T value) {
    options.put(option, value);
    return self();
  }
}
