package dev.millrace.tls.jsse;

import dev.millrace.tls.testing.TestIdentity;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.net.Socket;
import java.security.Provider;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.conscrypt.Conscrypt;

/// The TLS of other libraries for the JVM. They speak `h2` and `http/1.1`, need a client's
/// certificate, and trust everybody: Conscrypt tells trust managers of TLS 1.3 that the key
/// exchange is `GENERIC`, which the JDK's refuse.
enum Peers {
  CONSCRYPT {
    @Override
    Context with(TestIdentity identity) throws Exception {
      Context context =
          of(Conscrypt.newProvider(), KeyManagerFactory.getInstance("PKIX"), identity);
      return role -> {
        SSLEngine engine = context.engine(role);
        Conscrypt.setUseSessionTickets(engine, true);
        return engine;
      };
    }
  },

  BOUNCY_CASTLE {
    @Override
    Context with(TestIdentity identity) throws Exception {
      Provider provider = new BouncyCastleJsseProvider(new BouncyCastleProvider());
      // It asks key managers for keys by names that the JDK's do not know.
      return of(provider, KeyManagerFactory.getInstance("PKIX", provider), identity);
    }
  },

  /// BoringSSL as Netty uses it.
  TCNATIVE {
    @Override
    Context with(TestIdentity identity) throws Exception {
      SslContext clients =
          ofNetty(
              SslContextBuilder.forClient()
                  .keyManager(identity.key(), identity.certificate())
                  .endpointIdentificationAlgorithm(""));
      SslContext servers =
          ofNetty(
              SslContextBuilder.forServer(identity.key(), identity.certificate())
                  .clientAuth(ClientAuth.REQUIRE));
      return role ->
          (role == Role.CLIENT ? clients : servers)
              .newEngine(ByteBufAllocator.DEFAULT, EnginePair.HOST, EnginePair.PORT);
    }
  };

  private static final String[] PROTOCOLS = {"h2", "http/1.1"};

  /// What makes engines that share their sessions.
  interface Context {
    SSLEngine engine(Role role);
  }

  abstract Context with(TestIdentity identity) throws Exception;

  private static Context of(Provider provider, KeyManagerFactory keys, TestIdentity identity)
      throws Exception {
    SSLContext context = SSLContext.getInstance("TLS", provider);
    keys.init(identity.keyStore(), TestIdentity.password());
    context.init(keys.getKeyManagers(), new TrustManager[] {new TrustsEverybody()}, null);
    return role -> {
      SSLEngine engine = context.createSSLEngine(EnginePair.HOST, EnginePair.PORT);
      engine.setUseClientMode(role == Role.CLIENT);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setApplicationProtocols(PROTOCOLS);
      parameters.setNeedClientAuth(role == Role.SERVER);
      engine.setSSLParameters(parameters);
      return engine;
    };
  }

  private static SslContext ofNetty(SslContextBuilder builder) throws Exception {
    return builder
        .sslProvider(SslProvider.OPENSSL)
        // Its tasks need to be followed by an unwrap of nothing.
        .option(OpenSslContextOption.USE_TASKS, false)
        .trustManager(new TrustsEverybody())
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                PROTOCOLS))
        .build();
  }

  static final class TrustsEverybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
