package dev.millrace.bench.seal.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;

/// The beginning of an object that an attacker knows, and the tokens that any object which begins
/// so is compressed to.
///
/// The encoder looks ahead, so that the last tokens depend on what follows. They do no sooner than
/// from the place on where all that is left of the beginning occurs earlier in it too: there a
/// match might go on beyond what is known. Whether a token is a literal or a match is decided one
/// byte later.
final class KnownBeginning {
  private KnownBeginning() {}

  /// The tokens that do not depend on what follows.
  static int[] tokens(byte[] bytes) {
    int open = firstOpen(bytes);
    int[] all = allTokens(bytes);
    int place = 0;
    int count = 0;
    while (count < all.length && place + 1 < open) {
      place += Token.size(all[count++]);
    }
    return Arrays.copyOf(all, count);
  }

  private static int firstOpen(byte[] bytes) {
    for (int place = 1; place < bytes.length - 2; place++) {
      for (int other = 0; other < place; other++) {
        int left = bytes.length - place;
        if (Arrays.equals(bytes, other, other + left, bytes, place, bytes.length)) {
          return place;
        }
      }
    }
    return Math.max(bytes.length - 2, 0);
  }

  /// What content is compressed to, whatever blocks it is in.
  static int[] allTokens(byte[] content) {
    List<int[]> all = new ArrayList<>();
    try {
      for (Block block : TableSealing.takenApart(TableSealing.deflated(content))) {
        all.add(Block.tokens(new BitReader(block.tokens()), block.readTables()));
      }
    } catch (DataFormatException e) {
      throw new IllegalStateException("our own block is none", e);
    }
    return all.stream().flatMapToInt(Arrays::stream).toArray();
  }
}
