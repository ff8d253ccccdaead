package dev.millrace.s3.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// How a client connects, how long it waits, and how many connections it has. Immutable.
///
/// Timeouts are of inactivity: each bounds one wait for the network, never a whole answer, however
/// long that takes. A wait may last an eighth longer than its timeout, and never ends earlier.
public final class HttpSettings {
  private final @Nullable SSLContext tls;
  private final boolean verifyHostname;
  private final Duration connectTimeout;
  private final Duration tlsTimeout;
  private final Duration readTimeout;
  private final Duration writeTimeout;
  private final Duration acquireTimeout;
  private final Duration idleTimeout;
  private final Duration timeToLive;
  private final boolean reapIdle;
  private final int maxConnections;
  private final int maxPending;
  private final boolean keepAlive;
  private final boolean tcpKeepAlive;
  private final @Nullable InetAddress localAddress;
  private final Resolver resolver;
  private final Duration continueWait;
  private final LongSupplier clock;

  private HttpSettings(Builder builder) {
    tls = builder.tls;
    verifyHostname = builder.verifyHostname;
    connectTimeout = builder.connectTimeout;
    tlsTimeout = builder.tlsTimeout;
    readTimeout = builder.readTimeout;
    writeTimeout = builder.writeTimeout;
    acquireTimeout = builder.acquireTimeout;
    idleTimeout = builder.idleTimeout;
    timeToLive = builder.timeToLive;
    reapIdle = builder.reapIdle;
    maxConnections = builder.maxConnections;
    maxPending = builder.maxPending;
    keepAlive = builder.keepAlive;
    tcpKeepAlive = builder.tcpKeepAlive;
    localAddress = builder.localAddress;
    resolver = builder.resolver;
    continueWait = builder.continueWait;
    clock = builder.clock;
  }

  public static Builder builder() {
    return new Builder();
  }

  /// What TLS connections are made with; the JDK's default where null.
  public @Nullable SSLContext tls() {
    return tls;
  }

  boolean verifyHostname() {
    return verifyHostname;
  }

  Duration connectTimeout() {
    return connectTimeout;
  }

  Duration tlsTimeout() {
    return tlsTimeout;
  }

  Duration readTimeout() {
    return readTimeout;
  }

  Duration writeTimeout() {
    return writeTimeout;
  }

  Duration acquireTimeout() {
    return acquireTimeout;
  }

  Duration idleTimeout() {
    return idleTimeout;
  }

  Duration timeToLive() {
    return timeToLive;
  }

  boolean reapIdle() {
    return reapIdle;
  }

  int maxConnections() {
    return maxConnections;
  }

  int maxPending() {
    return maxPending;
  }

  boolean keepAlive() {
    return keepAlive;
  }

  boolean tcpKeepAlive() {
    return tcpKeepAlive;
  }

  @Nullable InetAddress localAddress() {
    return localAddress;
  }

  Resolver resolver() {
    return resolver;
  }

  Duration continueWait() {
    return continueWait;
  }

  /// The time by which the age of connections is told.
  long nanoTime() {
    return clock.getAsLong();
  }

  /// The shortest of the waits that are watched.
  Duration shortestWait() {
    Duration shortest = tlsTimeout;
    for (Duration wait : new Duration[] {readTimeout, writeTimeout}) {
      shortest = wait.compareTo(shortest) < 0 ? wait : shortest;
    }
    return shortest;
  }

  /// Settings being made. For one thread. Each method returns this builder, and throws
  /// [IllegalArgumentException] for a value that makes no sense.
  public static final class Builder {
    private static final Duration FOREVER = Duration.ofDays(36500);

    private @Nullable SSLContext tls;
    private boolean verifyHostname = true;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration tlsTimeout = Duration.ofSeconds(5);
    private Duration readTimeout = Duration.ofSeconds(30);
    private Duration writeTimeout = Duration.ofSeconds(30);
    private Duration acquireTimeout = Duration.ofSeconds(30);
    private Duration idleTimeout = Duration.ofSeconds(60);
    private Duration timeToLive = FOREVER;
    private boolean reapIdle = true;
    private int maxConnections = 256;
    private int maxPending = Integer.MAX_VALUE;
    private boolean keepAlive = true;
    private boolean tcpKeepAlive;
    private @Nullable InetAddress localAddress;
    private Resolver resolver = Resolver.system();
    private Duration continueWait = Duration.ofSeconds(1);
    private LongSupplier clock = System::nanoTime;

    private Builder() {}

    /// What TLS connections are made with; null for the JDK's default, as if not called.
    public Builder tls(@Nullable SSLContext context) {
      tls = context;
      return this;
    }

    /// Whether the certificate must be for the host's name (RFC 9110, section 4.3.4). Default: yes.
    public Builder verifyHostname(boolean verify) {
      verifyHostname = verify;
      return this;
    }

    /// How long a TCP connection may take to come about, over all addresses. Default: 5 s.
    public Builder connectTimeout(Duration timeout) {
      connectTimeout = positive("connectTimeout", timeout);
      return this;
    }

    /// How long one step of a TLS handshake may take. Default: 5 s.
    public Builder tlsTimeout(Duration timeout) {
      tlsTimeout = positive("tlsTimeout", timeout);
      return this;
    }

    /// How long the peer may stay silent where an answer is due. Zero: forever. Default: 30 s.
    public Builder readTimeout(Duration timeout) {
      readTimeout = orForever("readTimeout", timeout);
      return this;
    }

    /// How long the peer may take nothing of what is sent. Zero: forever. Default: 30 s.
    public Builder writeTimeout(Duration timeout) {
      writeTimeout = orForever("writeTimeout", timeout);
      return this;
    }

    /// How long to wait for a connection where all are in use. Default: 30 s.
    public Builder acquireTimeout(Duration timeout) {
      acquireTimeout = positive("acquireTimeout", timeout);
      return this;
    }

    /// How long a connection that nobody uses is kept. Zero: forever. Default: 60 s.
    public Builder idleTimeout(Duration timeout) {
      idleTimeout = orForever("idleTimeout", timeout);
      return this;
    }

    /// How long after it was made a connection is used again. Zero: forever. Default: forever.
    public Builder timeToLive(Duration time) {
      timeToLive = orForever("timeToLive", time);
      return this;
    }

    /// Whether idle connections are closed when their time is over; otherwise only when they would
    /// be used next. Default: yes.
    public Builder reapIdle(boolean reap) {
      reapIdle = reap;
      return this;
    }

    /// How many connections there may be, over all hosts. Default: 256.
    public Builder maxConnections(int count) {
      maxConnections = positive("maxConnections", count);
      return this;
    }

    /// How many callers may wait for a connection. Default: any number.
    public Builder maxPending(int count) {
      maxPending = positive("maxPending", count);
      return this;
    }

    /// Whether connections are used for more than one exchange. Default: yes.
    public Builder keepAlive(boolean keep) {
      keepAlive = keep;
      return this;
    }

    /// Whether TCP probes silent connections (SO_KEEPALIVE). Default: no.
    public Builder tcpKeepAlive(boolean probe) {
      tcpKeepAlive = probe;
      return this;
    }

    /// The address that connections are made from; null for what the system chooses, the default.
    public Builder localAddress(@Nullable InetAddress address) {
      localAddress = address;
      return this;
    }

    /// What tells the addresses of hosts. Default: the JDK's resolver.
    public Builder resolver(Resolver resolver) {
      this.resolver = resolver;
      return this;
    }

    /// How long a body waits to be asked for, since not every server does so (RFC 9110, section
    /// 10.1.1).
    Builder continueWait(Duration wait) {
      continueWait = positive("continueWait", wait);
      return this;
    }

    /// Another clock than [System#nanoTime()].
    Builder clock(LongSupplier nanoTime) {
      clock = nanoTime;
      return this;
    }

    public HttpSettings build() {
      return new HttpSettings(this);
    }

    private static Duration positive(String name, Duration value) {
      if (!value.isPositive()) {
        throw new IllegalArgumentException(name + " " + value + " is not positive");
      }
      return value.compareTo(FOREVER) > 0 ? FOREVER : value;
    }

    private static Duration orForever(String name, Duration value) {
      return value.isZero() ? FOREVER : positive(name, value);
    }

    private static int positive(String name, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " " + value + " is not positive");
      }
      return value;
    }
  }
}
