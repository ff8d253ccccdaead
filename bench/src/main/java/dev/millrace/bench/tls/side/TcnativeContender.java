package dev.millrace.bench.tls.side;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLEngine;

/// BoringSSL through netty-tcnative, with direct buffers, which it copies least for.
final class TcnativeContender implements Contender {
  private final SslContext client;
  private final SslContext server;
  private final CountingTrust trust;

  TcnativeContender(Identity identity, Terms terms) throws GeneralSecurityException, IOException {
    trust = CountingTrust.in(identity);
    client =
        on(
                terms,
                SslContextBuilder.forClient()
                    .trustManager(trust)
                    .endpointIdentificationAlgorithm("HTTPS"))
            .build();
    server = on(terms, SslContextBuilder.forServer(identity.key(), identity.certificate())).build();
    // Without a session id context the server of BoringSSL resumes nothing.
    ((OpenSslServerSessionContext) server.sessionContext()).setSessionIdContext(new byte[] {1});
  }

  private static SslContextBuilder on(Terms terms, SslContextBuilder builder) {
    Version version = terms.version();
    builder
        .sslProvider(SslProvider.OPENSSL_REFCNT)
        .protocols(version.protocol())
        .option(OpenSslContextOption.GROUPS, terms.groups().names(version));
    return switch (version) {
      // BoringSSL lets nobody choose.
      case TLS_1_3 -> builder;
      case TLS_1_2 -> builder.ciphers(List.of(terms.suiteName()));
    };
  }

  @Override
  public SSLEngine client(int port) {
    return client.newEngine(PooledByteBufAllocator.DEFAULT, Identity.HOST, port);
  }

  @Override
  public SSLEngine server() {
    return server.newEngine(PooledByteBufAllocator.DEFAULT);
  }

  @Override
  public long validations() {
    return trust.count();
  }

  @Override
  public ByteBuffer buffer(int size) {
    return ByteBuffer.allocateDirect(size);
  }

  @Override
  public void release(SSLEngine engine) {
    ((ReferenceCountedOpenSslEngine) engine).release();
  }
}
