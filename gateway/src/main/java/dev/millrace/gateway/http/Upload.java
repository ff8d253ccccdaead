package dev.millrace.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.s3.Payload;
import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.sign.SigV4;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/// The bytes of an object on their way from a client to the origin.
///
/// A piece goes on when the next one is there, so the last one is held until the whole has proved
/// right: the origin never has all of what is wrong, and so stores nothing of it. What fits into
/// one piece is had as a whole before the origin hears of it, and is sent with its hash. Of what is
/// larger, a checksum that comes last goes on last, in S3's chunks; and bytes whose hash is
/// announced are announced with it.
///
/// @param headers that the request has because of it, by lower-case name
record Upload(Payload payload, Map<String, String> headers) {
  private static final byte[] END = {'\r', '\n'};

  /// Takes in the first piece.
  ///
  /// @throws RefusedBody if it fails before that
  static Upload of(Incoming incoming, StallWatch stalls) throws IOException {
    byte[] first = new byte[StallWatch.PIECE];
    int count = stalls.fill(incoming.bytes(), first);
    ChecksumAlgorithm trailer = incoming.trailer();
    if (count < first.length) {
      String checksum = incoming.checksum();
      return new Upload(
          Payload.of(Arrays.copyOf(first, count)),
          trailer == null || checksum == null ? Map.of() : Map.of(trailer.header(), checksum));
    }
    Pieces pieces = new Pieces(incoming, stalls, first);
    return trailer == null
        ? new Upload(pieces, Map.of())
        : new Upload(
            new Chunks(incoming, pieces, trailer),
            Map.of(
                "content-encoding",
                "aws-chunked",
                "x-amz-decoded-content-length",
                Long.toString(incoming.length()),
                "x-amz-trailer",
                trailer.header()));
  }

  /// The bytes as they are.
  private record Pieces(Incoming incoming, StallWatch stalls, byte[] first) implements Payload {
    @Override
    public String hash() {
      return incoming.sha256() == null ? SigV4.UNSIGNED_PAYLOAD : incoming.sha256();
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public long length() {
      return incoming.length();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      byte[] held = first;
      byte[] next = new byte[first.length];
      int count = first.length;
      while (count == held.length) {
        count = stalls.fill(incoming.bytes(), next);
        out.write(held);
        byte[] written = held;
        held = next;
        next = written;
      }
      out.write(held, 0, count);
    }
  }

  /// The bytes in chunks, each of which is a piece, and a checksum behind them.
  private record Chunks(Incoming incoming, Pieces pieces, ChecksumAlgorithm trailer)
      implements Payload {
    private static final int PIECE = StallWatch.PIECE;

    @Override
    public String hash() {
      return Incoming.UNSIGNED_CHUNKS;
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public long length() {
      long whole = incoming.length() / PIECE;
      int rest = (int) (incoming.length() % PIECE);
      String sample = "=".repeat((trailer.length() + 2) / 3 * 4);
      return whole * (head(PIECE).length + PIECE + END.length)
          + (rest == 0 ? 0 : head(rest).length + rest + END.length)
          + end(sample).length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      pieces.writeTo(new ChunkOutput(out));
      out.write(end(String.valueOf(incoming.checksum())));
    }

    private byte[] end(String checksum) {
      return ("0\r\n" + trailer.header() + ":" + checksum + "\r\n\r\n").getBytes(US_ASCII);
    }
  }

  private static byte[] head(int length) {
    return (Integer.toHexString(length) + "\r\n").getBytes(US_ASCII);
  }

  /// Makes a chunk of each write, in one write.
  private static final class ChunkOutput extends FilterOutputStream {
    ChunkOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) {
        byte[] head = head(length);
        ByteBuffer chunk = ByteBuffer.allocate(head.length + length + END.length);
        out.write(chunk.put(head).put(bytes, offset, length).put(END).array());
      }
    }
  }
}
