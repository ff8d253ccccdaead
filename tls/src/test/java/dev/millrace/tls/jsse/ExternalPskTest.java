package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.TlsConfig;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExternalPskTest {
  private static ExternalPsk psk(int first, ExternalPsk.Hash hash) {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    return ExternalPsk.of(new byte[] {1, 2, 3}, new SecretKeySpec(key, "Generic"), hash);
  }

  /// A context that has nothing but the key to prove who it is by.
  private static SSLContext context(ExternalPsk psk) throws Exception {
    return TlsConfig.builder()
        .externalPsks(List.of(psk))
        .build()
        .newContext(new KeyManager[0], new TrustManager[0], null);
  }

  private static EnginePair pair(ExternalPsk client, ExternalPsk server, String suite)
      throws Exception {
    return new EnginePair(context(client), context(server))
        .clientParameters(p -> p.setCipherSuites(new String[] {suite}));
  }

  @ParameterizedTest
  @EnumSource
  void both_know_each_other_by_a_key_without_certificates(ExternalPsk.Hash hash) throws Exception {
    String suite =
        switch (hash) {
          case SHA256 -> "TLS_AES_128_GCM_SHA256";
          case SHA384 -> "TLS_AES_256_GCM_SHA384";
        };
    EnginePair pair = pair(psk(1, hash), psk(1, hash), suite).handshake();

    assertThat(pair.send(pair.client, pair.server, "ping")).isEqualTo("ping");
    assertThatThrownBy(() -> pair.client.engine.getSession().getPeerCertificates())
        .isInstanceOf(SSLPeerUnverifiedException.class);
  }

  @Test
  void another_key_under_the_same_name_is_refused() throws Exception {
    EnginePair pair =
        pair(
            psk(1, ExternalPsk.Hash.SHA256),
            psk(2, ExternalPsk.Hash.SHA256),
            "TLS_AES_128_GCM_SHA256");

    assertThatThrownBy(pair::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("binder");
  }

  @Test
  void its_text_tells_no_secret() {
    assertThat(psk(1, ExternalPsk.Hash.SHA256)).hasToString("ExternalPsk[SHA256]");
  }
}
