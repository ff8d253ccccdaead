package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.s3.sign.SignatureRefusal.Reason;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Verifies the signatures of a body that is sent in signed chunks, each of which covers its bytes
/// and the signature before it, so that none can be changed, left out or moved.
///
/// Source: Amazon S3 API Reference, "Signature Calculations for the Authorization Header:
/// Transferring Payload in Multiple Chunks".
public final class ChunkSignatures {
  private final DayKey key;
  private final String time;
  private final MessageDigest chunk;
  private String last;

  /// @param time of the request's signature, as [DayKey#time] writes it
  /// @param seed the request's signature
  ChunkSignatures(DayKey key, String time, String seed) {
    this.key = key;
    this.time = time;
    this.last = seed;
    try {
      this.chunk = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Takes in bytes of a chunk, in their order.
  public void update(byte[] bytes, int offset, int length) {
    chunk.update(bytes, offset, length);
  }

  /// Accepts the signature of the chunk that ends here, or throws.
  public void endChunk(String signature) throws SignatureRefusal {
    verify("-PAYLOAD", SigV4.EMPTY_PAYLOAD + "\n", signature);
  }

  /// Accepts the signature of the trailer, or throws.
  ///
  /// @param fields `name:value` and a line feed for each, by ascending names in lower case
  public void endTrailer(String fields, String signature) throws SignatureRefusal {
    chunk.update(fields.getBytes(UTF_8));
    verify("-TRAILER", "", signature);
  }

  private void verify(String part, String before, String signature) throws SignatureRefusal {
    String signed =
        (SigV4.ALGORITHM + part + "\n")
            + (time + "\n" + key.scope() + "\n" + last + "\n")
            + (before + HexFormat.of().formatHex(chunk.digest()));
    last = HexFormat.of().formatHex(key.sign(signed));
    if (!MessageDigest.isEqual(last.getBytes(US_ASCII), signature.getBytes(US_ASCII))) {
      throw new SignatureRefusal(
          Reason.MISMATCH,
          "The chunk signature we calculated does not match the signature you provided.");
    }
  }
}
