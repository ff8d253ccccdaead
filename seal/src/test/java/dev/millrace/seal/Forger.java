package dev.millrace.seal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.crypto.tink.StreamingAead;
import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/// Makes containers, and takes them apart, as `docs/seal-format.md` says, with Tink and nothing of
/// this module: as someone does who has the key and need not keep to the format.
///
/// @param flags 1 where another container follows
/// @param codec 0 for none, 1 for zstd, 2 for LZ4
/// @param blockLog the logarithm of the block size, 0 without compression
/// @param segmentLog the logarithm of the segment size
/// @param keySize 16 or 32
/// @param dataKey 32 bytes, which are in the header as [BareKeys] has them
record Forger(
    int flags,
    int codec,
    int blockLog,
    int segmentLog,
    int keySize,
    byte[] dataKey,
    Binding binding) {
  static final int STORED = 0;
  static final int ZSTD = 1;
  static final int LZ4 = 2;

  private static final byte[] KEY = "a data key that has 32 bytes ...".getBytes(UTF_8);

  /// The smallest blocks and segments, for [Samples#BINDING].
  static Forger small(int codec) {
    return new Forger(0, codec, codec == STORED ? 0 : 12, 12, 32, KEY, Samples.BINDING);
  }

  /// One for what [BareKeys] has a part in, made so that it would have the same header.
  static Forger of(byte[] sealed, Binding binding) {
    return new Forger(
        sealed[5], sealed[6], sealed[7], sealed[8], sealed[9], BareKeys.dataKey(sealed), binding);
  }

  /// A container with that in its segments.
  byte[] seal(byte[] inner) {
    return seal(inner, 0);
  }

  byte[] seal(byte[] inner, long sealedSize) {
    try {
      ByteArrayOutputStream sealed = new ByteArrayOutputStream();
      sealed.writeBytes(ownHeader(sealedSize));
      try (OutputStream encrypted = tink().newEncryptingStream(sealed, associatedData())) {
        encrypted.write(inner);
      }
      return sealed.toByteArray();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// What a container has in its segments, according to Tink.
  byte[] inner(byte[] sealed) throws IOException, GeneralSecurityException {
    int own = ownHeader(0).length;
    InputStream afterOwn = new ByteArrayInputStream(sealed, own, sealed.length - own);
    try (InputStream decrypted = tink().newDecryptingStream(afterOwn, associatedData())) {
      return decrypted.readAllBytes();
    }
  }

  /// Bytes of the header with Tink's.
  int headerSize() {
    return ownHeader(0).length + 1 + keySize + 7;
  }

  StreamingAead tink() throws GeneralSecurityException {
    return new AesGcmHkdfStreaming(
        dataKey, "HmacSha256", keySize, 1 << segmentLog, ownHeader(0).length);
  }

  /// What is bound: how the container is made, and what it is.
  byte[] associatedData() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    try {
      writeBound(to);
      for (String text : Arrays.asList(binding.bucket(), binding.key(), binding.version())) {
        byte[] utf8 = text.getBytes(UTF_8);
        to.writeInt(utf8.length);
        to.write(utf8);
      }
      to.writeLong(binding.position());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  /// The header before Tink's.
  byte[] ownHeader(long sealedSize) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    try {
      writeBound(to);
      to.writeShort(BareKeys.NAME.length());
      to.writeShort(dataKey.length);
      to.writeLong(sealedSize);
      to.writeBytes(BareKeys.NAME);
      to.write(dataKey);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private void writeBound(DataOutputStream to) throws IOException {
    to.writeBytes("MRSL");
    to.writeByte(1);
    to.writeByte(flags);
    to.writeByte(codec);
    to.writeByte(blockLog);
    to.writeByte(segmentLog);
    to.writeByte(keySize);
  }
}
