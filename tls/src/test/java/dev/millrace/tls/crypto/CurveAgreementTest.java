package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the key exchange relies on, of Conscrypt and of every installed provider that has it.
class CurveAgreementTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final SecureRandom RANDOM = new SecureRandom();

  /// The points of small order, and other encodings of them (RFC 7748, section 6.1).
  private static final List<String> SMALL_ORDER =
      List.of(
          "0000000000000000000000000000000000000000000000000000000000000000",
          "0100000000000000000000000000000000000000000000000000000000000000",
          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
          "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157");

  private static final String P256_GENERATOR =
      "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
          + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

  static List<CurveAgreement> all() {
    List<CurveAgreement> found = new ArrayList<>();
    List<Provider> providers = new ArrayList<>(List.of(Security.getProviders()));
    providers.add(Conscrypt.newProvider());
    for (Provider provider : providers) {
      for (Curve curve : Curve.values()) {
        try {
          found.add(CurveAgreement.by(provider, curve, RANDOM));
        } catch (GeneralSecurityException e) {
          // This provider does not have this curve.
        }
      }
    }
    return found;
  }

  static List<CurveAgreement> x25519() {
    return all().stream().filter(agreement -> agreement.curve() == Curve.X25519).toList();
  }

  static List<CurveAgreement> p256() {
    return all().stream().filter(agreement -> agreement.curve() == Curve.P256).toList();
  }

  static List<CurveAgreement> weierstrass() {
    return all().stream().filter(agreement -> agreement.curve() != Curve.X25519).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void providers_agree_with_each_other(CurveAgreement agreement) throws Exception {
    EphemeralKey ours = agreement.generate();
    for (CurveAgreement other : all()) {
      if (other.curve() == agreement.curve()) {
        EphemeralKey theirs = other.generate();
        assertThat(agreement.agree(ours.privateKey(), theirs.publicValue()))
            .isEqualTo(other.agree(theirs.privateKey(), ours.publicValue()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("x25519")
  void the_vector_of_rfc_7748(CurveAgreement agreement) throws Exception {
    assertX25519(
        agreement,
        "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
        "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
  }

  @ParameterizedTest
  @MethodSource("x25519")
  void the_handshake_of_rfc_8448(CurveAgreement agreement) throws Exception {
    assertX25519(
        agreement,
        "49af42ba7f7994852d713ef2784bcbcaa7911de26adc5642cb634540e7ea5005",
        "c9828876112095fe66762bdbf7c672e156d6cc253b833df1dd69b1b04e751f0f",
        "8bd4054fb55b9d63fdfbacf9f04b9f0d35e6d63f537563efd46272900f89492d");
  }

  // RFC 7748, section 5: "When receiving such an array, implementations of X25519 (but not X448)
  // MUST mask the most significant bit in the final byte."
  @ParameterizedTest
  @MethodSource("x25519")
  void the_highest_bit_means_nothing(CurveAgreement agreement) throws Exception {
    assertX25519(
        agreement,
        "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882bcf",
        "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
  }

  @ParameterizedTest
  @MethodSource("x25519")
  void points_of_small_order_are_refused(CurveAgreement agreement) throws Exception {
    EphemeralKey ours = agreement.generate();
    for (String point : SMALL_ORDER) {
      byte[] value = HEX.parseHex(point);
      assertRefused(agreement, ours, value);
      value[31] |= (byte) 0x80;
      assertRefused(agreement, ours, value);
    }
  }

  @ParameterizedTest
  @MethodSource("weierstrass")
  void points_off_the_curve_are_refused(CurveAgreement agreement) throws Exception {
    EphemeralKey ours = agreement.generate();
    byte[] point = ours.publicValue();
    int half = (point.length - 1) / 2;
    byte[] other = point.clone();
    other[other.length - 1] ^= 1;
    assertRefused(agreement, ours, other);
    byte[] swapped = point.clone();
    System.arraycopy(point, 1, swapped, 1 + half, half);
    System.arraycopy(point, 1 + half, swapped, 1, half);
    assertRefused(agreement, ours, swapped);
    byte[] zero = new byte[point.length];
    zero[0] = 4;
    assertRefused(agreement, ours, zero);
  }

  @ParameterizedTest
  @MethodSource("p256")
  void coordinates_beyond_the_field_are_refused(CurveAgreement agreement) throws Exception {
    EphemeralKey ours = agreement.generate();
    // A point with x = 5, and the same with x = 5 + p.
    byte[] point =
        HEX.parseHex(
            "040000000000000000000000000000000000000000000000000000000000000005"
                + "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc");
    assertThat(agreement.agree(ours.privateKey(), point)).hasSize(32);
    byte[] unreduced =
        HEX.parseHex(
            "04ffffffff00000001000000000000000000000001000000000000000000000004"
                + "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc");
    assertRefused(agreement, ours, unreduced);
    byte[] all = new byte[65];
    Arrays.fill(all, (byte) 0xFF);
    all[0] = 4;
    assertRefused(agreement, ours, all);
  }

  @ParameterizedTest
  @MethodSource("weierstrass")
  void other_forms_of_a_point_are_refused(CurveAgreement agreement) throws Exception {
    EphemeralKey ours = agreement.generate();
    byte[] point = ours.publicValue();
    int half = (point.length - 1) / 2;
    for (int form : new int[] {0, 2, 3, 5, 6, 7}) {
      byte[] sameLength = point.clone();
      sameLength[0] = (byte) form;
      assertRefused(agreement, ours, sameLength);
      assertRefused(agreement, ours, Arrays.copyOf(sameLength, 1 + half));
    }
    assertRefused(agreement, ours, new byte[1]);
  }

  @ParameterizedTest
  @MethodSource("p256")
  void leading_zeros_of_the_secret_are_kept(CurveAgreement agreement) throws Exception {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(Curve.P256.parameters());
    PrivateKey key =
        KeyFactory.getInstance("EC")
            .generatePrivate(
                new ECPrivateKeySpec(
                    BigInteger.valueOf(379), parameters.getParameterSpec(ECParameterSpec.class)));
    assertThat(agreement.agree(translated(key, agreement), HEX.parseHex(P256_GENERATOR)))
        .isEqualTo(
            HEX.parseHex("005543894af3d00ed7d740abdbd75c96b06877b787db5f70eea78b90a8d7c00a"));
  }

  private static PrivateKey translated(PrivateKey key, CurveAgreement agreement)
      throws GeneralSecurityException {
    return KeyFactory.getInstance(agreement.curve().keyAlgorithm(), agreement.provider())
        .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
  }

  private static void assertX25519(
      CurveAgreement agreement, String privateKey, String publicValue, String secret)
      throws Exception {
    byte[] encoded = HEX.parseHex("302e020100300506032b656e04220420" + privateKey);
    PrivateKey key =
        KeyFactory.getInstance("X25519", agreement.provider())
            .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    assertThat(HEX.formatHex(agreement.agree(key, HEX.parseHex(publicValue)))).isEqualTo(secret);
  }

  private static void assertRefused(CurveAgreement agreement, EphemeralKey ours, byte[] value)
      throws TlsFailure {
    assertThatExceptionOfType(PeerMisbehaved.class)
        .as(HEX.formatHex(value))
        .isThrownBy(() -> agreement.agree(ours.privateKey(), value))
        .extracting(PeerMisbehaved::misbehaviour)
        .isEqualTo(Misbehaviour.BAD_KEY_SHARE);
  }
}
