package dev.millrace.tls.record;

import static dev.millrace.tls.record.RecordPair.bytes;
import static dev.millrace.tls.record.RecordPair.open;
import static dev.millrace.tls.record.RecordPair.seal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What goes in comes out, and nothing else does.
class RecordProtectionTest {
  private static final List<Integer> LENGTHS = List.of(0, 1, 15, 16, 17, 16383, 16384);
  private static final List<Integer> PADDINGS = List.of(0, 1, 255, 16383, 16384);

  static Stream<RecordPair> pairs() {
    return RecordPair.all();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void what_was_sealed_is_opened(RecordPair pair) throws Exception {
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      for (int length : LENGTHS) {
        for (int padding : pair.is13() ? PADDINGS : List.of(0)) {
          if (length + padding <= Records.MAX_PLAINTEXT) {
            byte[] content = bytes(length, length);
            byte[] record = seal(sealer, ContentType.APPLICATION_DATA, content, padding);
            RecordPair.Content opened = open(opener, record);
            assertThat(opened.type()).isEqualTo(ContentType.APPLICATION_DATA);
            assertThat(opened.bytes()).isEqualTo(content);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void the_type_comes_out_too(RecordPair pair) throws Exception {
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      for (ContentType type : List.of(ContentType.ALERT, ContentType.HANDSHAKE)) {
        byte[] record = seal(sealer, type, bytes(2, 3), 0);
        ContentType outer = pair.is13() ? ContentType.APPLICATION_DATA : type;
        assertThat(Records.outerType(record, 0)).isEqualTo(outer);
        assertThat(open(opener, record).type()).isEqualTo(type);
      }
    }
  }

  @Test
  void content_that_ends_in_zeros_keeps_them() throws Exception {
    byte[] content = {1, 0, 0, 0};
    try (RecordSealer sealer = RecordPair.of13().sealer();
        RecordOpener opener = RecordPair.of13().opener()) {
      byte[] record = seal(sealer, ContentType.HANDSHAKE, content, 9);
      assertThat(open(opener, record).bytes()).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void records_are_laid_out_as_the_rfcs_say(RecordPair pair) throws Exception {
    byte[] content = bytes(100, 4);
    try (RecordSealer sealer = pair.sealer()) {
      for (int number = 0; number < 300; number++) {
        byte[] record = seal(sealer, content);
        assertThat(record).isEqualTo(expected(pair, number, content));
      }
    }
  }

  /// The record as the RFCs have it, put together from the primitives.
  private static byte[] expected(RecordPair pair, int number, byte[] content) throws Exception {
    byte[] sequence = ByteBuffer.allocate(8).putLong(number).array();
    byte[] iv = pair.iv();
    boolean explicit = iv.length == 4;
    ByteBuffer nonce = ByteBuffer.allocate(12).put(iv);
    if (explicit) {
      nonce.put(sequence);
    } else {
      for (int i = 0; i < 8; i++) {
        nonce.put(4 + i, (byte) (iv[4 + i] ^ sequence[i]));
      }
    }
    int extra = pair.is13() ? 1 : 0;
    int fragment = (explicit ? 8 : 0) + content.length + extra + 16;
    byte[] header = {23, 3, 3, (byte) (fragment >>> 8), (byte) fragment};
    ByteBuffer plaintext = ByteBuffer.allocate(content.length + extra).put(content);
    if (pair.is13()) {
      plaintext.put((byte) 23);
    }
    ByteBuffer additional = ByteBuffer.allocate(13).put(sequence).put(header, 0, 3);
    additional.putShort((short) content.length);
    boolean gcm = pair.algorithm() != AeadAlgorithm.CHACHA20_POLY1305;
    Cipher cipher = Cipher.getInstance(gcm ? "AES/GCM/NoPadding" : "ChaCha20-Poly1305");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(pair.key(), gcm ? "AES" : "ChaCha20"),
        gcm ? new GCMParameterSpec(128, nonce.array()) : new IvParameterSpec(nonce.array()));
    cipher.updateAAD(pair.is13() ? header : additional.array());
    ByteBuffer record = ByteBuffer.allocate(5 + fragment).put(header);
    if (explicit) {
      record.put(sequence);
    }
    return record.put(cipher.doFinal(plaintext.array())).array();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_with_any_bit_changed_is_refused(RecordPair pair) throws Exception {
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      byte[] record = seal(sealer, bytes(20, 5));
      for (int bit = 0; bit < record.length * 8; bit++) {
        byte[] changed = record.clone();
        changed[bit / 8] ^= (byte) (1 << (bit % 8));
        int length = lengthOf(changed);
        if (length == record.length) {
          assertThatThrownBy(() -> open(opener, changed)).isInstanceOf(PeerMisbehaved.class);
        }
      }
      assertThat(open(opener, record).bytes()).isEqualTo(bytes(20, 5));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_of_any_other_length_is_refused(RecordPair pair) throws Exception {
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      byte[] record = seal(sealer, bytes(20, 5));
      for (int length = Records.HEADER_LENGTH; length < record.length + 20; length++) {
        if (length != record.length) {
          byte[] changed = Arrays.copyOf(record, length);
          changed[4] = (byte) (length - Records.HEADER_LENGTH);
          assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(opener, changed));
        }
      }
    }
  }

  /// The length that the header claims, or -1 if it is no longer one.
  private static int lengthOf(byte[] record) {
    try {
      return Records.recordLength(ByteBuffer.wrap(record), Records.MAX_CIPHERTEXT_13);
    } catch (PeerMisbehaved e) {
      return -1;
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void the_wrong_key_or_iv_opens_nothing(RecordPair pair) throws Exception {
    byte[] otherIv = pair.iv();
    otherIv[0] ^= 1;
    byte[] otherKey = pair.key();
    otherKey[0] ^= 1;
    try (RecordSealer sealer = pair.sealer();
        RecordOpener withOtherIv = pair.opener(RecordPair.keys(pair.key(), otherIv));
        RecordOpener withOtherKey = pair.opener(RecordPair.keys(otherKey, pair.iv()))) {
      byte[] record = seal(sealer, bytes(20, 5));
      assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(withOtherIv, record));
      assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(withOtherKey, record));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_that_comes_twice_is_refused(RecordPair pair) throws Exception {
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      byte[] record = seal(sealer, bytes(20, 5));
      RecordPair.Content unused = open(opener, record);
      assertThat(unused.bytes()).hasSize(20);
      assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(opener, record));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_before_its_turn_is_refused_and_does_not_count(RecordPair pair) throws Exception {
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      byte[] first = seal(sealer, bytes(20, 6));
      byte[] second = seal(sealer, bytes(20, 7));
      assertMisbehaviour(Misbehaviour.BAD_RECORD_MAC, () -> open(opener, second));
      assertThat(open(opener, first).bytes()).isEqualTo(bytes(20, 6));
      assertThat(open(opener, second).bytes()).isEqualTo(bytes(20, 7));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_record_that_fails_leaves_no_plaintext_behind(RecordPair pair) throws Exception {
    try (RecordSealer sealer = pair.sealer();
        RecordOpener opener = pair.opener()) {
      byte[] record = seal(sealer, bytes(2000, 5));
      record[record.length - 1] ^= 1;
      byte[] out = bytes(opener.maxPlaintextLength(record.length), 8);
      assertMisbehaviour(
          Misbehaviour.BAD_RECORD_MAC, () -> opener.open(record, 0, record.length, out, 0));
      assertThat(out).containsOnly(0);
    }
  }

  @Test
  void the_explicit_nonce_is_the_senders_choice() throws Exception {
    RecordPair pair = RecordPair.of12();
    byte[] content = bytes(20, 5);
    byte[] nonce = bytes(8, 9);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(pair.key(), "AES"),
        new GCMParameterSpec(128, ByteBuffer.allocate(12).put(pair.iv()).put(nonce).array()));
    cipher.updateAAD(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 23, 3, 3, 0, 20});
    ByteBuffer record = ByteBuffer.allocate(49).put(new byte[] {23, 3, 3, 0, 44}).put(nonce);
    record.put(cipher.doFinal(content));
    try (RecordOpener opener = pair.opener()) {
      assertThat(open(opener, record.array()).bytes()).isEqualTo(content);
    }
  }

  @Test
  void unprotected_records_are_copied() throws Exception {
    try (RecordSealer sealer = RecordSealer.plaintext();
        RecordOpener opener = RecordOpener.plaintext()) {
      byte[] record = seal(sealer, ContentType.HANDSHAKE, new byte[] {1, 2}, 0);
      assertThat(record).containsExactly(22, 3, 1, 0, 2, 1, 2);
      RecordPair.Content opened = open(opener, record);
      assertThat(opened.type()).isEqualTo(ContentType.HANDSHAKE);
      assertThat(opened.bytes()).containsExactly(1, 2);
      assertThat(sealer.isProtected()).isFalse();
      assertThat(opener.isProtected()).isFalse();
    }
  }

  static void assertMisbehaviour(Misbehaviour expected, ThrowingCallable code) {
    assertThatThrownBy(code)
        .isInstanceOf(TlsFailure.class)
        .extracting(failure -> ((TlsFailure) failure).reason())
        .isEqualTo(expected.name());
  }
}
