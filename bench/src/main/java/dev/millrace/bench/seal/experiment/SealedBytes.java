package dev.millrace.bench.seal.experiment;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;

/// What [TableSealing] makes, as everybody sees it who has no key: numbers in big-endian order are
/// followed by bytes.
///
/// ```
/// nonce                                   12 bytes
/// how many blocks                          4 bytes
/// for each: bits of its tables, of tokens  2 + 4 bytes
/// all tables, encrypted, and the tag       whole bytes for each table + 16 bytes
/// for each: its tokens                     whole bytes
/// ```
///
/// @param tableBits how many bits the tables of each block have
/// @param tables the tables of all blocks, encrypted
/// @param tokens the tokens of each block
record SealedBytes(byte[] nonce, int[] tableBits, byte[] tables, List<Bits> tokens) {
  static final int NONCE = 12;
  static final int TAG = 16;

  private static final int PER_BLOCK = Short.BYTES + Integer.BYTES;

  /// @throws DataFormatException if it is not laid out like this
  static SealedBytes parse(byte[] sealed) throws DataFormatException {
    ByteBuffer in = ByteBuffer.wrap(sealed);
    byte[] nonce = bytes(in, NONCE);
    int blocks = need(in, Integer.BYTES).getInt();
    if (blocks < 1 || blocks > in.remaining() / PER_BLOCK) {
      throw new DataFormatException("not so many blocks");
    }
    int[] tableBits = new int[blocks];
    int[] tokenBits = new int[blocks];
    long tableBytes = TAG;
    for (int i = 0; i < blocks; i++) {
      tableBits[i] = in.getShort() & 0xffff;
      tokenBits[i] = in.getInt();
      tableBytes += Bits.bytes(tableBits[i]);
    }
    byte[] tables = bytes(in, tableBytes);
    List<Bits> tokens = new ArrayList<>(blocks);
    for (int bits : tokenBits) {
      if (bits < 0) {
        throw new DataFormatException("too many bits");
      }
      tokens.add(new Bits(bytes(in, Bits.bytes(bits)), bits));
    }
    if (in.hasRemaining()) {
      throw new DataFormatException("something follows");
    }
    return new SealedBytes(nonce, tableBits, tables, tokens);
  }

  private static byte[] bytes(ByteBuffer in, long count) throws DataFormatException {
    byte[] bytes = new byte[(int) Math.min(count, in.remaining())];
    need(in, count).get(bytes);
    return bytes;
  }

  private static ByteBuffer need(ByteBuffer in, long count) throws DataFormatException {
    if (count > in.remaining()) {
      throw new DataFormatException("ends early");
    }
    return in;
  }

  byte[] bytes() {
    int size = NONCE + Integer.BYTES + tableBits.length * PER_BLOCK + tables.length;
    for (Bits each : tokens) {
      size = Math.addExact(size, each.bytes().length);
    }
    ByteBuffer out = ByteBuffer.allocate(size).put(nonce).putInt(tableBits.length);
    for (int i = 0; i < tableBits.length; i++) {
      out.putShort((short) tableBits[i]).putInt(tokens.get(i).count());
    }
    out.put(tables);
    tokens.forEach(each -> out.put(each.bytes()));
    return out.array();
  }
}
