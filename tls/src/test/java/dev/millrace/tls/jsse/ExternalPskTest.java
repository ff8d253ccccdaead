package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import java.util.HexFormat;
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
import org.junit.jupiter.params.provider.ValueSource;

class ExternalPskTest {
  private static ExternalPsk psk(int first, ExternalPsk.Hash hash) {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    return ExternalPsk.of(new byte[] {1, 2, 3}, new SecretKeySpec(key, "Generic"), hash);
  }

  private static List<ExternalPsk> imported(String context) {
    return ExternalPsk.imported(
        "psk".getBytes(US_ASCII),
        new SecretKeySpec(new byte[32], "Generic"),
        ExternalPsk.Hash.SHA256,
        context.getBytes(US_ASCII));
  }

  private static SSLContext context(ExternalPsk psk) throws Exception {
    return context(List.of(psk));
  }

  /// A context that has nothing but keys to prove who it is by.
  private static SSLContext context(List<ExternalPsk> psks) throws Exception {
    return TlsConfig.builder()
        .externalPsks(psks)
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

  @ParameterizedTest
  @EnumSource
  void a_suite_is_chosen_that_goes_with_the_key(ExternalPsk.Hash hash) throws Exception {
    EnginePair pair = new EnginePair(context(psk(1, hash)), context(psk(1, hash))).handshake();

    assertThat(pair.client.engine.getSession().getCipherSuite()).endsWith("_" + hash);
  }

  @Test
  void both_are_told_the_key_until_its_session_is_resumed() throws Exception {
    ExternalPsk psk = psk(1, ExternalPsk.Hash.SHA256);
    SSLContext clients = context(psk);
    SSLContext servers = context(psk);
    EnginePair first = new EnginePair(clients, servers).handshake();
    assertThat(first.send(first.server, first.client, "with the tickets")).isNotEmpty();
    EnginePair resumed = new EnginePair(clients, servers).handshake();

    assertThat(TlsConnection.of(first.client.engine).externalPsk()).isSameAs(psk);
    assertThat(TlsConnection.of(first.server.engine).externalPsk()).isSameAs(psk);
    assertThat(TlsConnection.of(resumed.client.engine).isResumed()).isTrue();
    assertThat(TlsConnection.of(resumed.client.engine).externalPsk()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"})
  void an_imported_key_goes_with_every_suite(String suite) throws Exception {
    EnginePair pair =
        new EnginePair(context(imported("a and b")), context(imported("a and b")))
            .clientParameters(p -> p.setCipherSuites(new String[] {suite}))
            .handshake();

    assertThat(pair.client.engine.getSession().getCipherSuite()).isEqualTo(suite);
  }

  @Test
  void a_key_imported_for_another_context_is_another_key() throws Exception {
    EnginePair pair = new EnginePair(context(imported("a and b")), context(imported("a and c")));

    assertThatThrownBy(pair::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("no pre-shared key in common");
  }

  @Test
  void an_imported_key_goes_by_what_it_was_derived_from_and_for() {
    ExternalPsk forSha384 = imported("ctx").getLast();

    assertThat(forSha384.name()).isEqualTo("psk".getBytes(US_ASCII));
    assertThat(forSha384.identity())
        .isEqualTo(
            HexFormat.of().parseHex("0003" + "70736b" + "0003" + "637478" + "0304" + "0002"));
    assertThat(forSha384.key().getEncoded()).hasSize(48);
  }

  @Test
  void its_text_tells_no_secret() {
    assertThat(psk(1, ExternalPsk.Hash.SHA256)).hasToString("ExternalPsk[SHA256]");
    assertThat(imported("ctx").getFirst()).hasToString("ExternalPsk[SHA256]");
  }
}
