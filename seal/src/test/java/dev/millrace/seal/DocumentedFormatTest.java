package dev.millrace.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.crypto.tink.subtle.Hkdf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The test vectors of `docs/seal-format.md`, layer by layer: with this module, with the JDK and
/// Tink, and with OpenSSL, zstd and lz4, which share no code with either. OpenSSL's command has no
/// GCM: its CTR mode decrypts a segment, and the tag is checked by the others only.
final class DocumentedFormatTest {
  private static final HexFormat HEX = HexFormat.of();

  static List<Vector> vectors() throws IOException {
    return Vector.ofThePage();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void a_vector_opens(Vector vector) throws IOException {
    Opener opener = new Opener(vector.keyring());
    for (Way way : Way.values()) {
      byte[] opened = way.open(opener, vector.container(), vector.binding(), 1000);
      assertThat(new String(opened, UTF_8)).isEqualTo(vector.content());
    }
  }

  @Test
  void there_is_a_vector_for_each_codec() throws IOException {
    assertThat(vectors()).extracting(Vector::codec).containsExactly(0, 2, 1);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void the_data_key_is_wrapped_as_the_page_says(Vector vector) throws Exception {
    byte[] wrapped = Arrays.copyOfRange(vector.container(), 22 + 8, 22 + 8 + 60);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(vector.wrappingKey(), "AES"),
        new GCMParameterSpec(128, wrapped, 0, 12));
    cipher.updateAAD("millrace data key 2f1d7c5a".getBytes(UTF_8));
    assertThat(cipher.doFinal(wrapped, 12, 48)).isEqualTo(vector.hex("data"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void the_layers_are_as_the_page_says(Vector vector) throws Exception {
    assertThat(vector.forger().associatedData()).isEqualTo(vector.hex("info"));
    assertThat(Arrays.copyOfRange(vector.container(), 91, 91 + vector.keySize()))
        .isEqualTo(vector.hex("salt"));
    byte[] derived =
        Hkdf.computeHkdf(
            "HmacSha256",
            vector.hex("data"),
            vector.hex("salt"),
            vector.hex("info"),
            vector.keySize());
    assertThat(derived).isEqualTo(vector.hex("derived"));
    byte[] prefix =
        Arrays.copyOfRange(vector.container(), 91 + vector.keySize(), 98 + vector.keySize());
    byte[] nonce = ByteBuffer.allocate(12).put(prefix).putInt(0).put((byte) 1).array();
    assertThat(nonce).isEqualTo(vector.hex("nonce"));
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE, new SecretKeySpec(derived, "AES"), new GCMParameterSpec(128, nonce));
    assertThat(cipher.doFinal(vector.segment())).isEqualTo(vector.hex("plain"));
    byte[] plain = vector.hex("plain");
    byte[] content = vector.codec() == 0 ? plain : Unpacked.content(vector.codec(), plain);
    assertThat(new String(content, UTF_8)).isEqualTo(vector.content());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void openssl_derives_the_key_and_decrypts_the_segment(Vector vector) {
    byte[] derived = derive(vector.hex("data"), vector.hex("salt"), vector.hex("info"));
    assertThat(derived).isEqualTo(vector.hex("derived"));
    assertThat(decrypt(vector.segment(), derived, vector.hex("nonce")))
        .isEqualTo(vector.hex("plain"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd:1", "zstd:9", "lz4"})
  void command_lines_open_a_container_of_several_segments(String compression) throws IOException {
    byte[] content = Samples.bytes(30_000);
    SealConfig config = Samples.small(compression).withBlockSize(1 << 13);
    byte[] sealed = new Sealer(config, new BareKeys()).seal(content, Samples.BINDING);
    Forger forger = Forger.of(sealed, Samples.BINDING);
    int header = forger.headerSize();
    byte[] salt = Arrays.copyOfRange(sealed, header - 39, header - 7);
    byte[] derived = derive(forger.dataKey(), salt, forger.associatedData());
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    int segments = (sealed.length + 4095) / 4096;
    assertThat(segments).isGreaterThan(3);
    for (int i = 0; i < segments; i++) {
      int from = i == 0 ? header : i * 4096;
      byte[] segment = Arrays.copyOfRange(sealed, from, Math.min(sealed.length, (i + 1) * 4096));
      ByteBuffer nonce = ByteBuffer.allocate(12).put(sealed, header - 7, 7).putInt(i);
      nonce.put((byte) (i == segments - 1 ? 1 : 0));
      plain.writeBytes(decrypt(segment, derived, nonce.array()));
    }
    ByteArrayOutputStream unpacked = new ByteArrayOutputStream();
    for (Unpacked.Block block : Unpacked.of(plain.toByteArray()).blocks()) {
      unpacked.writeBytes(block.compressed() ? decompress(sealed[6], block) : block.bytes());
    }
    assertThat(unpacked.toByteArray()).isEqualTo(content);
  }

  private static byte[] derive(byte[] dataKey, byte[] salt, byte[] info) {
    return Tool.openssl()
        .run(
            new byte[0],
            "kdf",
            "-binary",
            "-keylen",
            "" + salt.length,
            "-kdfopt",
            "digest:SHA2-256",
            "-kdfopt",
            "hexkey:" + HEX.formatHex(dataKey),
            "-kdfopt",
            "hexsalt:" + HEX.formatHex(salt),
            "-kdfopt",
            "hexinfo:" + HEX.formatHex(info),
            "HKDF");
  }

  private static byte[] decrypt(byte[] segment, byte[] key, byte[] nonce) {
    return Tool.openssl()
        .run(
            Arrays.copyOf(segment, segment.length - 16),
            "enc",
            "-d",
            "-aes-" + 8 * key.length + "-ctr",
            "-K",
            HEX.formatHex(key),
            "-iv",
            HEX.formatHex(nonce) + "00000002");
  }

  /// The tool of LZ4 reads frames only: one without checksums, with blocks of 64 KiB at most.
  private static byte[] decompress(int codec, Unpacked.Block block) {
    if (codec == Forger.ZSTD) {
      return Tool.zstd().run(block.bytes(), "-d", "-c");
    }
    byte[] bytes = block.bytes();
    ByteBuffer frame = ByteBuffer.allocate(7 + 4 + bytes.length + 4).order(ByteOrder.LITTLE_ENDIAN);
    frame.put(HEX.parseHex("04224d18604082")).putInt(bytes.length).put(bytes).putInt(0);
    return Tool.lz4().run(frame.array(), "-d", "-c");
  }
}
