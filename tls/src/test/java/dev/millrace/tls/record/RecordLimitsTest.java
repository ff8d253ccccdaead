package dev.millrace.tls.record;

import static dev.millrace.tls.record.RecordPair.CRYPTO;
import static dev.millrace.tls.record.RecordPair.bytes;
import static dev.millrace.tls.record.RecordPair.open;
import static dev.millrace.tls.record.RecordPair.seal;
import static dev.millrace.tls.record.RecordProtectionTest.assertMisbehaviour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// How large records may be, how many there may be, and what may be in them.
class RecordLimitsTest {
  static Stream<RecordPair> pairs() {
    return RecordPair.all();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_with_too_much_in_it_is_refused(RecordPair pair) throws Exception {
    int largest = Records.MAX_PLAINTEXT;
    try (RecordProtection protection = pair.protection();
        RecordOpener opener = pair.opener()) {
      byte[] record = sealUnchecked(protection, ContentType.APPLICATION_DATA, largest + 1, 0);
      assertMisbehaviour(Misbehaviour.RECORD_TOO_LARGE, () -> open(opener, record));
    }
  }

  @Test
  void padding_counts_as_content() throws Exception {
    try (RecordProtection protection = RecordPair.of13().protection();
        RecordOpener opener = RecordPair.of13().opener()) {
      byte[] record = sealUnchecked(protection, ContentType.APPLICATION_DATA, 8192, 8193);
      assertMisbehaviour(Misbehaviour.RECORD_TOO_LARGE, () -> open(opener, record));
    }
  }

  @Test
  void an_unprotected_record_that_is_too_large_is_refused() {
    byte[] record = new byte[Records.HEADER_LENGTH + Records.MAX_PLAINTEXT + 1];
    Records.putHeader(ContentType.HANDSHAKE, 0x0303, Records.MAX_PLAINTEXT + 1, record, 0);
    try (RecordOpener opener = RecordOpener.plaintext()) {
      assertMisbehaviour(Misbehaviour.RECORD_TOO_LARGE, () -> open(opener, record));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_beyond_the_limit_that_was_told_is_refused(RecordPair pair) throws Exception {
    int content = pair.is13() ? 99 : 100;
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      opener.plaintextLimit(100);
      assertThat(open(opener, seal(sealer, bytes(content, 1))).bytes()).hasSize(content);
      byte[] record = seal(sealer, bytes(content + 1, 1));
      assertMisbehaviour(Misbehaviour.RECORD_TOO_LARGE, () -> open(opener, record));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void no_limit_goes_beyond_the_protocols(RecordPair pair) throws Exception {
    try (RecordProtection protection = pair.protection();
        RecordOpener opener = pair.opener()) {
      opener.plaintextLimit(65535);
      byte[] record = sealUnchecked(protection, ContentType.ALERT, Records.MAX_PLAINTEXT + 1, 0);
      assertMisbehaviour(Misbehaviour.RECORD_TOO_LARGE, () -> open(opener, record));
    }
  }

  @Test
  void the_limit_does_not_concern_unprotected_records() throws Exception {
    try (RecordSealer sealer = RecordSealer.plaintext();
        RecordOpener opener = RecordOpener.plaintext()) {
      opener.plaintextLimit(64);
      assertThat(open(opener, seal(sealer, bytes(65, 1))).bytes()).hasSize(65);
    }
  }

  @ParameterizedTest
  @EnumSource(value = ContentType.class, names = "APPLICATION_DATA", mode = EnumSource.Mode.EXCLUDE)
  void only_application_data_may_be_empty(ContentType type) throws Exception {
    byte[] unprotected = {(byte) type.code(), 3, 3, 0, 0};
    try (RecordOpener opener = RecordOpener.plaintext()) {
      assertMisbehaviour(Misbehaviour.EMPTY_FRAGMENT, () -> open(opener, unprotected));
    }
    try (RecordProtection protection = RecordPair.of12().protection();
        RecordOpener opener = RecordPair.of12().opener()) {
      byte[] record = sealUnchecked(protection, type, 0, 0);
      assertMisbehaviour(Misbehaviour.EMPTY_FRAGMENT, () -> open(opener, record));
    }
    try (RecordSealer sealer = RecordPair.of13().sealer()) {
      assertThatThrownBy(() -> seal(sealer, type, new byte[0], 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentType.class,
      names = {"ALERT", "HANDSHAKE"})
  void padding_alone_is_no_message(ContentType type) throws Exception {
    try (RecordProtection protection = RecordPair.of13().protection();
        RecordOpener opener = RecordPair.of13().opener()) {
      byte[] record = sealUnchecked(protection, type, 0, 10);
      assertMisbehaviour(Misbehaviour.EMPTY_FRAGMENT, () -> open(opener, record));
    }
  }

  @Test
  void zeros_alone_are_no_record() throws Exception {
    for (int zeros : new int[] {0, 1, 17, 16385}) {
      byte[] record = inner13(new byte[zeros]);
      try (RecordOpener opener = RecordPair.of13().opener()) {
        assertMisbehaviour(Misbehaviour.NO_CONTENT_TYPE, () -> open(opener, record));
      }
    }
  }

  @Test
  void only_three_types_may_be_inside() throws Exception {
    for (int type = 1; type < 256; type++) {
      byte[] record = inner13(new byte[] {1, (byte) type, 0, 0});
      try (RecordOpener opener = RecordPair.of13().opener()) {
        if (type >= 21 && type <= 23) {
          assertThat(open(opener, record).type().code()).isEqualTo(type);
        } else {
          assertMisbehaviour(Misbehaviour.UNEXPECTED_RECORD, () -> open(opener, record));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = ContentType.class, names = "APPLICATION_DATA", mode = EnumSource.Mode.EXCLUDE)
  void with_keys_nothing_is_unprotected_in_tls_13(ContentType type) {
    byte[] record = Arrays.copyOf(new byte[] {(byte) type.code(), 3, 3, 0, 30}, 35);
    Misbehaviour misbehaviour =
        type == ContentType.CHANGE_CIPHER_SPEC
            ? Misbehaviour.UNEXPECTED_CHANGE_CIPHER_SPEC
            : Misbehaviour.UNENCRYPTED_RECORD;
    try (RecordOpener opener = RecordPair.of13().opener()) {
      assertMisbehaviour(misbehaviour, () -> open(opener, record));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_shorter_than_its_tag_is_refused(RecordPair pair) {
    try (RecordOpener opener = pair.opener()) {
      for (int length = 0; length < 16; length++) {
        byte[] record =
            Arrays.copyOf(new byte[] {23, 3, 3, 0, (byte) length}, Records.HEADER_LENGTH + length);
        assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(opener, record));
      }
    }
  }

  @Test
  void a_record_of_tls_12_has_that_version() throws Exception {
    try (RecordSealer sealer = RecordPair.of12().sealer();
        RecordOpener opener = RecordPair.of12().opener()) {
      byte[] record = seal(sealer, bytes(20, 1));
      record[2] = 2;
      assertMisbehaviour(Misbehaviour.WRONG_RECORD_VERSION, () -> open(opener, record));
    }
  }

  @Test
  void a_record_too_short_for_a_tag_is_not_authentic_whatever_its_type() {
    try (RecordOpener opener = RecordPair.of13().opener()) {
      byte[] alert = {21, 3, 3, 0, 2, 2, 40};
      assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(opener, alert));
      byte[] data = {23, 3, 3, 0, 2, 2, 40};
      assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(opener, data));
    }
  }

  @Test
  void the_keys_of_tls_13_wear_out_after_so_many_bytes() throws Exception {
    RecordPair pair = RecordPair.of13();
    try (RecordSealer sealer =
            RecordSealer.plaintext().tls13(CRYPTO, pair.algorithm(), pair.keys(), 24);
        RecordOpener opener = pair.opener()) {
      byte[] first = seal(sealer, bytes(1, 1));
      assertThat(sealer.isWornOut()).isFalse();
      byte[] second = seal(sealer, bytes(1, 2));
      assertThat(sealer.isWornOut()).isTrue();
      byte[] update = seal(sealer, ContentType.HANDSHAKE, bytes(5, 3), 0);
      assertThat(open(opener, first).bytes()).isEqualTo(bytes(1, 1));
      assertThat(open(opener, second).bytes()).isEqualTo(bytes(1, 2));
      assertThat(open(opener, update).bytes()).isEqualTo(bytes(5, 3));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void numbers_end_before_they_would_come_round(RecordPair pair) throws Exception {
    RecordAead aead = new RecordAead(CRYPTO, pair.algorithm(), pair.keys(), 2);
    try (RecordProtection protection =
            pair.is13() ? new Tls13Records(aead) : new Tls12Records(aead, pair.algorithm());
        RecordSealer sealer = pair.sealer();
        RecordOpener opener =
            pair.is13()
                ? RecordOpener.plaintext().tls13(CRYPTO, pair.algorithm(), pair.keys(), 2)
                : RecordOpener.plaintext().tls12(CRYPTO, pair.algorithm(), pair.keys(), 2)) {
      for (int i = 0; i < 2; i++) {
        byte[] record = sealUnchecked(protection, ContentType.APPLICATION_DATA, 1, 0);
        assertThat(record).isEqualTo(seal(sealer, new byte[1]));
        assertThat(open(opener, record).bytes()).hasSize(1);
      }
      assertThatThrownBy(() -> sealUnchecked(protection, ContentType.ALERT, 2, 0))
          .isInstanceOf(LocalFailure.class);
      byte[] third = seal(sealer, bytes(1, 1));
      assertMisbehaviour(Misbehaviour.TOO_MANY_RECORDS, () -> open(opener, third));
    }
  }

  @Test
  void the_keys_of_tls_12_wear_out_after_so_many_bytes() throws Exception {
    RecordPair pair = RecordPair.of12();
    try (RecordSealer sealer =
        RecordSealer.plaintext().tls12(CRYPTO, pair.algorithm(), pair.keys(), 31)) {
      assertThat(seal(sealer, bytes(1, 1))).hasSize(30);
      assertThat(sealer.isWornOut()).isFalse();
      assertThat(seal(sealer, bytes(1, 1))).hasSize(30);
      assertThat(sealer.isWornOut()).isTrue();
      assertThat(seal(sealer, ContentType.ALERT, bytes(2, 1), 0)).hasSize(31);
    }
  }

  @Test
  void keys_of_aes_gcm_last_for_less_than_the_records_that_rfc_8446_allows() {
    long allowed = (long) (Math.pow(2, 24.5) * Records.MAX_PLAINTEXT);
    assertThat(AeadAlgorithm.AES_128_GCM.byteLimit()).isLessThan(allowed);
    assertThat(AeadAlgorithm.AES_256_GCM.byteLimit()).isLessThan(allowed);
  }

  @Test
  void what_does_not_go_into_a_record_is_the_callers_fault() {
    try (RecordSealer tls13 = RecordPair.of13().sealer();
        RecordSealer tls12 = RecordPair.of12().sealer();
        RecordSealer plain = RecordSealer.plaintext()) {
      assertThatThrownBy(() -> tls13.sealedLength(16384, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> tls13.sealedLength(1, Integer.MAX_VALUE))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> tls12.sealedLength(1, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> plain.sealedLength(1, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> plain.sealedLength(16385, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void half_a_record_is_the_callers_fault() throws Exception {
    try (RecordSealer sealer = RecordPair.of13().sealer();
        RecordOpener opener = RecordPair.of13().opener()) {
      byte[] record = seal(sealer, bytes(20, 1));
      assertThatThrownBy(() -> opener.open(record, 0, record.length - 1, new byte[100], 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> opener.open(record, 0, 3, new byte[100], 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> opener.open(record, 0, record.length, new byte[20], 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  private static byte[] sealUnchecked(
      RecordProtection protection, ContentType type, int length, int padding) throws TlsFailure {
    byte[] out = new byte[protection.sealedLength(length, padding)];
    protection.seal(type, Records.VERSION, new byte[length], 0, length, padding, out, 0);
    return out;
  }

  /// The first record of TLS 1.3 with just this sealed in.
  private static byte[] inner13(byte[] inner) throws TlsFailure {
    RecordPair pair = RecordPair.of13();
    try (RecordAead aead = new RecordAead(CRYPTO, pair.algorithm(), pair.keys(), 1)) {
      byte[] record = new byte[Records.HEADER_LENGTH + inner.length + 16];
      Records.putHeader(
          ContentType.APPLICATION_DATA, Records.VERSION, inner.length + 16, record, 0);
      aead.seal(
          1,
          (cipher, _) -> {
            cipher.updateAAD(record, 0, Records.HEADER_LENGTH);
            return cipher.doFinal(inner, 0, inner.length, record, Records.HEADER_LENGTH);
          });
      return record;
    }
  }
}
