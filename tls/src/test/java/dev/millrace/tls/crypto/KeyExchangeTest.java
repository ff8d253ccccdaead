package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.NamedGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Key exchanges between two sides, and what a peer may not send.
class KeyExchangeTest {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();

  @ParameterizedTest
  @EnumSource
  void client_and_server_agree(NamedGroup group) throws TlsFailure {
    try (LocalKeyShare client = LocalKeyShare.generate(CRYPTO, group);
        KeyShareAnswer server = KeyShareAnswer.answer(CRYPTO, group, client.publicValue());
        Secret secret = client.agree(server.publicValue())) {
      assertThat(secret.getEncoded()).isEqualTo(server.sharedSecret().getEncoded());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "X25519MLKEM768")
  void two_local_shares_agree(NamedGroup group) throws TlsFailure {
    try (LocalKeyShare one = LocalKeyShare.generate(CRYPTO, group);
        LocalKeyShare other = LocalKeyShare.generate(CRYPTO, group)) {
      assertThat(one.agree(other.publicValue()).getEncoded())
          .isEqualTo(other.agree(one.publicValue()).getEncoded());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "X25519MLKEM768, 1216, 1120, 64",
    "X25519, 32, 32, 32",
    "SECP256R1, 65, 65, 32",
    "SECP384R1, 97, 97, 48",
    "SECP521R1, 133, 133, 66"
  })
  void lengths(NamedGroup group, int clientShare, int serverShare, int secret) throws TlsFailure {
    LocalKeyShare client = LocalKeyShare.generate(CRYPTO, group);
    assertThat(client.publicValue()).hasSize(clientShare);
    KeyShareAnswer server = KeyShareAnswer.answer(CRYPTO, group, client.publicValue());
    assertThat(server.publicValue()).hasSize(serverShare);
    assertThat(server.sharedSecret().length()).isEqualTo(secret);
  }

  @Test
  void the_hybrid_and_x25519_have_one_x25519_key_pair_in_either_order() throws TlsFailure {
    NamedGroup hybrid = NamedGroup.X25519MLKEM768;
    NamedGroup classical = NamedGroup.X25519;
    for (List<NamedGroup> groups :
        List.of(
            List.of(hybrid, NamedGroup.SECP256R1, classical),
            List.of(classical, NamedGroup.SECP256R1, hybrid))) {
      List<LocalKeyShare> shares = LocalKeyShare.generate(CRYPTO, groups);
      assertThat(shares).extracting(LocalKeyShare::group).isEqualTo(groups);
      byte[] x25519 = shares.get(groups.indexOf(classical)).publicValue();
      byte[] both = shares.get(groups.indexOf(hybrid)).publicValue();
      assertThat(Arrays.copyOfRange(both, 1184, 1216)).isEqualTo(x25519);

      shares.getFirst().close();
      LocalKeyShare last = shares.getLast();
      KeyShareAnswer answer = KeyShareAnswer.answer(CRYPTO, last.group(), last.publicValue());
      assertThat(last.agree(answer.publicValue()).getEncoded())
          .isEqualTo(answer.sharedSecret().getEncoded());
    }
  }

  @Test
  void shares_of_two_calls_have_nothing_in_common() throws TlsFailure {
    assertThat(LocalKeyShare.generate(CRYPTO, NamedGroup.X25519).publicValue())
        .isNotEqualTo(LocalKeyShare.generate(CRYPTO, NamedGroup.X25519).publicValue());
  }

  @ParameterizedTest
  @EnumSource
  void a_share_of_another_length_is_refused(NamedGroup group) throws TlsFailure {
    LocalKeyShare client = LocalKeyShare.generate(CRYPTO, group);
    byte[] clientShare = client.publicValue();
    byte[] serverShare = KeyShareAnswer.answer(CRYPTO, group, clientShare).publicValue();
    for (int change : new int[] {-1, 1}) {
      assertRefused(() ->
          KeyShareAnswer.answer(
              CRYPTO, group, Arrays.copyOf(clientShare, clientShare.length + change)));
      assertRefused(() -> client.agree(Arrays.copyOf(serverShare, serverShare.length + change)));
    }
    assertRefused(() -> KeyShareAnswer.answer(CRYPTO, group, new byte[0]));
    assertRefused(() -> client.agree(new byte[0]));
  }

  @Test
  void a_hybrid_share_with_halves_of_other_lengths_is_refused() throws TlsFailure {
    LocalKeyShare client = LocalKeyShare.generate(CRYPTO, NamedGroup.X25519MLKEM768);
    assertRefused(() -> client.agree(client.publicValue()));
    assertRefused(
        () -> KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519MLKEM768, new byte[1088 + 32]));
  }

  @Test
  void an_encapsulation_key_with_a_coefficient_beyond_the_modulus_is_refused() throws TlsFailure {
    byte[] share = LocalKeyShare.generate(CRYPTO, NamedGroup.X25519MLKEM768).publicValue();
    // Coefficients are 12 bits each: the first becomes 3329, the modulus; the last 4095.
    byte[] first = share.clone();
    first[0] = 0x01;
    first[1] = (byte) ((first[1] & 0xF0) | 0x0D);
    assertRefused(() -> KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519MLKEM768, first));
    byte[] last = share.clone();
    last[1150] |= (byte) 0xF0;
    last[1151] = (byte) 0xFF;
    assertRefused(() -> KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519MLKEM768, last));
    byte[] within = share.clone();
    within[0] = 0x00;
    within[1] = (byte) ((within[1] & 0xF0) | 0x0D);
    assertThat(KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519MLKEM768, within).publicValue())
        .hasSize(1120);
  }

  @Test
  void a_changed_ciphertext_gives_another_secret() throws TlsFailure {
    LocalKeyShare client = LocalKeyShare.generate(CRYPTO, NamedGroup.X25519MLKEM768);
    KeyShareAnswer server =
        KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519MLKEM768, client.publicValue());
    byte[] changed = server.publicValue().clone();
    changed[500] ^= 1;
    byte[] expected = server.sharedSecret().getEncoded();
    byte[] actual = client.agree(changed).getEncoded();
    assertThat(Arrays.copyOf(actual, 32)).isNotEqualTo(Arrays.copyOf(expected, 32));
    assertThat(Arrays.copyOfRange(actual, 32, 64)).isEqualTo(Arrays.copyOfRange(expected, 32, 64));
  }

  @Test
  void the_x25519_half_of_a_hybrid_is_checked_too() throws TlsFailure {
    LocalKeyShare client = LocalKeyShare.generate(CRYPTO, NamedGroup.X25519MLKEM768);
    byte[] clientShare = client.publicValue().clone();
    byte[] serverShare =
        KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519MLKEM768, clientShare).publicValue();
    Arrays.fill(clientShare, clientShare.length - 32, clientShare.length, (byte) 0);
    Arrays.fill(serverShare, serverShare.length - 32, serverShare.length, (byte) 0);
    assertRefused(() -> KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519MLKEM768, clientShare));
    assertRefused(() -> client.agree(serverShare));
  }

  @Test
  void random_bytes_are_no_point_or_one_to_agree_with_but_never_an_error_of_ours()
      throws TlsFailure {
    Random random = new Random(8446);
    for (NamedGroup group : NamedGroup.values()) {
      byte[] share = new byte[LocalKeyShare.generate(CRYPTO, group).publicValue().length];
      for (int i = 0; i < 20; i++) {
        random.nextBytes(share);
        share[0] = i % 2 == 0 ? 4 : share[0];
        try {
          KeyShareAnswer.answer(CRYPTO, group, share).close();
        } catch (PeerMisbehaved e) {
          assertThat(e.misbehaviour()).isEqualTo(Misbehaviour.BAD_KEY_SHARE);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_closed_share_agrees_with_nobody(NamedGroup group) throws TlsFailure {
    LocalKeyShare share = LocalKeyShare.generate(CRYPTO, group);
    share.close();
    assertThatIllegalStateException().isThrownBy(() -> share.agree(share.publicValue()));
  }

  @Test
  void a_closed_answer_is_zeroed() throws TlsFailure {
    LocalKeyShare client = LocalKeyShare.generate(CRYPTO, NamedGroup.X25519);
    KeyShareAnswer answer = KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519, client.publicValue());
    answer.close();
    assertThat(answer.sharedSecret().isDestroyed()).isTrue();
  }

  @Test
  void no_text_has_a_secret_in_it() throws TlsFailure {
    LocalKeyShare client = LocalKeyShare.generate(CRYPTO, NamedGroup.X25519);
    assertThat(client).hasToString("LocalKeyShare[x25519]");
    assertThat(KeyShareAnswer.answer(CRYPTO, NamedGroup.X25519, client.publicValue()))
        .hasToString("KeyShareAnswer[32 bytes]");
    assertThat(CRYPTO.agreement(Curve.P256).generate()).hasToString("EphemeralKey[EC]");
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatExceptionOfType(PeerMisbehaved.class)
        .isThrownBy(call)
        .extracting(PeerMisbehaved::misbehaviour)
        .isEqualTo(Misbehaviour.BAD_KEY_SHARE);
  }
}
