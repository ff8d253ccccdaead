package dev.millrace.bench.seal.experiment;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/// Reads objects whose tables are those of objects that are known in full.
///
/// Objects that are made from one template differ in a few digits or names, and a table says no
/// more of these than how many bits each symbol has: many objects have equal ones. Whoever knows
/// some of the objects has their tables, and tries them on the others. What wrong tables make of a
/// block is garbage, and next to never ends where the block does; if it does, what was read is
/// compressed, and must come out as it was. What passes has at worst two digits exchanged
/// throughout, which shows in the template: it must begin as all known objects begin. For one
/// thread.
public final class RepeatedTables {
  /// The blocks of known objects by the bytes of their tables.
  private final Map<List<ByteBuffer>, List<Block>> known = new LinkedHashMap<>();

  /// What all known objects begin with.
  private byte @Nullable [] template;

  /// Learns the tables of an object that is known in full.
  public void learn(byte[] content) {
    List<Block> blocks = TableSealing.takenApart(TableSealing.deflated(content));
    List<ByteBuffer> tables =
        blocks.stream().map(block -> ByteBuffer.wrap(block.tables().bytes())).toList();
    known.putIfAbsent(tables, blocks);
    int differs = template == null ? -1 : Arrays.mismatch(template, content);
    if (template == null) {
      template = content.clone();
    } else if (differs >= 0) {
      template = Arrays.copyOf(template, differs);
    }
  }

  /// All content of a sealed object.
  ///
  /// @return nothing if no known object has its tables
  /// @throws DataFormatException if this cannot have been sealed
  public Optional<byte[]> read(byte[] sealed) throws DataFormatException {
    SealedBytes seen = SealedBytes.parse(sealed);
    return known.values().stream()
        .flatMap(blocks -> said(seen, blocks).stream())
        .filter(this::beginsLikeAll)
        .filter(content -> isSaidBy(seen.tokens(), content))
        .findFirst();
  }

  private boolean beginsLikeAll(byte[] content) {
    return template == null
        || (content.length >= template.length
            && Arrays.equals(content, 0, template.length, template, 0, template.length));
  }

  /// What a sealed object says if its blocks have the tables of these; nothing if they cannot.
  private static Optional<byte[]> said(SealedBytes seen, List<Block> blocks) {
    int[] tableBits = blocks.stream().mapToInt(block -> block.tables().count()).toArray();
    if (!Arrays.equals(tableBits, seen.tableBits())) {
      return Optional.empty();
    }
    Optional<byte[]> content = Optional.of(new byte[0]);
    for (int i = 0; i < tableBits.length; i++) {
      Bits tokens = seen.tokens().get(i);
      Tables tables = blocks.get(i).readTables();
      content = content.flatMap(before -> said(tokens, tables, before));
    }
    return content;
  }

  /// What a block and those before it say if these are its tables; nothing if they cannot be.
  private static Optional<byte[]> said(Bits block, Tables tables, byte[] before) {
    try {
      BitReader reader = new BitReader(block);
      int[] tokens = Block.tokens(reader, tables);
      return reader.remaining() == 0 ? spelled(tokens, before) : Optional.empty();
    } catch (DataFormatException _) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> spelled(int[] tokens, byte[] before) {
    int size = before.length + Arrays.stream(tokens).map(Token::size).sum();
    byte[] bytes = Arrays.copyOf(before, size);
    int place = before.length;
    for (int token : tokens) {
      if (Token.isMatch(token) && Token.distance(token) > place) {
        return Optional.empty();
      }
      for (int end = place + Token.size(token); place < end; place++) {
        bytes[place] = Token.isMatch(token) ? bytes[place - Token.distance(token)] : (byte) token;
      }
    }
    return Optional.of(bytes);
  }

  private static boolean isSaidBy(List<Bits> blocks, byte[] content) {
    List<Block> anew = TableSealing.takenApart(TableSealing.deflated(content));
    boolean same = anew.size() == blocks.size();
    for (int i = 0; same && i < blocks.size(); i++) {
      same = anew.get(i).tokens().same(blocks.get(i));
    }
    return same;
  }
}
