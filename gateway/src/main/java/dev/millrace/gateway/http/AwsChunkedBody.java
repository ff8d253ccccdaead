package dev.millrace.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.checksum.RunningChecksum;
import dev.millrace.s3.sign.ChunkSignatures;
import dev.millrace.s3.sign.SignatureRefusal;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The bytes of a body in S3's own chunks (`Content-Encoding: aws-chunked`), which ends only if all
/// of them are as they were signed, and add up to the checksum in the trailer:
///
/// ```
/// 10000;chunk-signature=ad80…       the signature where chunks are signed
/// (65,536 bytes)
/// 0;chunk-signature=b6c6…
/// x-amz-checksum-crc32c:sOO8/Q==    a trailer where one is announced
/// x-amz-trailer-signature:d81f…     where chunks are signed
/// ```
///
/// Lines end with CRLF, as do the bytes of a chunk and the whole. Every failure is a [RefusedBody].
///
/// Source: Amazon S3 API Reference, "Signature Calculations for the Authorization Header:
/// Transferring Payload in Multiple Chunks" and "Including Trailing Headers".
final class AwsChunkedBody extends InputStream {
  private static final Pattern CHUNK =
      Pattern.compile("([0-9A-Fa-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?");
  private static final String TRAILER_SIGNATURE = "x-amz-trailer-signature";
  private static final int LONGEST_LINE = 128;
  private static final int LONGEST_TRAILER = 1024;

  private final InputStream body;
  private final @Nullable ChunkSignatures signatures;
  private final boolean hasTrailer;
  private final @Nullable ChecksumAlgorithm algorithm;
  private final @Nullable RunningChecksum checksum;
  private long remaining;
  private long chunkRemaining;
  private String signature = "";
  private boolean isOver;
  private @Nullable String value;

  /// @param length in bytes once decoded
  /// @param signatures verifies those of the chunks; they are not looked at where null
  /// @param hasTrailer whether there may be one
  /// @param algorithm of the checksum that the trailer has; none is allowed where null
  AwsChunkedBody(
      InputStream body,
      long length,
      @Nullable ChunkSignatures signatures,
      boolean hasTrailer,
      @Nullable ChecksumAlgorithm algorithm) {
    this.body = new BufferedInputStream(body);
    this.remaining = length;
    this.signatures = signatures;
    this.hasTrailer = hasTrailer;
    this.algorithm = algorithm;
    this.checksum = algorithm == null ? null : algorithm.start();
  }

  /// The checksum in the trailer, which has proved right; null before the end, or if there is none.
  @Nullable String checksum() {
    return value;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!isOver && chunkRemaining == 0) {
      beginChunk();
    }
    if (isOver) {
      return -1;
    }
    int count = body.read(into, offset, (int) Math.min(length, chunkRemaining));
    if (count < 0) {
      throw incomplete();
    }
    if (signatures != null) {
      signatures.update(into, offset, count);
    }
    if (checksum != null) {
      checksum.update(into, offset, count);
    }
    chunkRemaining -= count;
    if (chunkRemaining == 0) {
      verifyChunk();
      if (!line().isEmpty()) {
        throw incomplete();
      }
    }
    return count;
  }

  private void beginChunk() throws IOException {
    Matcher chunk = CHUNK.matcher(line());
    if (!chunk.matches() || (signatures != null && chunk.group(2) == null)) {
      throw new RefusedBody(
          new S3Error(Code.INVALID_REQUEST, "The body is not in chunks as aws-chunked has them."));
    }
    chunkRemaining = Long.parseLong(chunk.group(1), 16);
    signature = chunk.group(2) == null ? "" : chunk.group(2);
    if (chunkRemaining > remaining) {
      throw incomplete();
    }
    remaining -= chunkRemaining;
    if (chunkRemaining == 0) {
      verifyChunk();
      end();
    }
  }

  private void end() throws IOException {
    if (remaining > 0) {
      throw incomplete();
    }
    byte[] rest = body.readNBytes(LONGEST_TRAILER + 1);
    SortedMap<String, String> fields = new TreeMap<>();
    for (String line : new String(rest, ISO_8859_1).split("\r?\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      } else if (!line.isBlank()) {
        throw malformedTrailer();
      }
    }
    String signed = fields.remove(TRAILER_SIGNATURE);
    if (rest.length > LONGEST_TRAILER || (signed != null && !hasTrailer)) {
      throw malformedTrailer();
    }
    verifyTrailer(fields, signed);
    isOver = true;
  }

  private void verifyTrailer(SortedMap<String, String> fields, @Nullable String signed)
      throws RefusedBody {
    String found = algorithm == null ? null : fields.remove(algorithm.header());
    if (!fields.isEmpty() || (found == null) != (algorithm == null)) {
      throw malformedTrailer();
    }
    if (algorithm == null || checksum == null) {
      return;
    }
    if (signatures != null) {
      try {
        signatures.endTrailer(algorithm.header() + ":" + found + "\n", String.valueOf(signed));
      } catch (SignatureRefusal e) {
        throw refused(e);
      }
    }
    if (!checksum.finish().equals(found)) {
      throw new RefusedBody(
          new S3Error(
              Code.BAD_DIGEST,
              "The " + algorithm.header() + " you specified did not match the calculated one."));
    }
    value = found;
  }

  private void verifyChunk() throws RefusedBody {
    if (signatures != null) {
      try {
        signatures.endChunk(signature);
      } catch (SignatureRefusal e) {
        throw refused(e);
      }
    }
  }

  /// What comes before the next CRLF.
  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = body.read(); c != '\n'; c = body.read()) {
      if (c < 0 || line.length() == LONGEST_LINE) {
        throw incomplete();
      }
      line.append((char) c);
    }
    if (line.isEmpty() || line.charAt(line.length() - 1) != '\r') {
      throw incomplete();
    }
    return line.substring(0, line.length() - 1);
  }

  private static RefusedBody refused(SignatureRefusal refusal) {
    return new RefusedBody(
        new S3Error(Code.SIGNATURE_DOES_NOT_MATCH, String.valueOf(refusal.getMessage())));
  }

  private static RefusedBody incomplete() {
    return new RefusedBody(
        new S3Error(
            Code.INCOMPLETE_BODY,
            "The chunks of the body do not make up the length that was announced."));
  }

  private static RefusedBody malformedTrailer() {
    return new RefusedBody(
        new S3Error(
            Code.MALFORMED_TRAILER,
            "The request contained trailing data that was not well-formed."));
  }
}
