package dev.millrace.bench.seal.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;

/// What the sizes inside a sealed object tell of its content to everybody.
///
/// Whoever has a list of contents compresses each and sees which one it is: compression says the
/// same in the same way under every key.
///
/// @param tableBits how many bits the tables of each block have
/// @param tokenBits how many bits the tokens of each block have
public record Fingerprint(List<Integer> tableBits, List<Integer> tokenBits) {
  /// That of content which is known.
  public static Fingerprint ofContent(byte[] content) {
    List<Block> blocks = TableSealing.takenApart(TableSealing.deflated(content));
    return new Fingerprint(
        blocks.stream().map(block -> block.tables().count()).toList(),
        blocks.stream().map(block -> block.tokens().count()).toList());
  }

  /// That of a sealed object.
  ///
  /// @throws DataFormatException if this cannot have been sealed
  public static Fingerprint ofSealed(byte[] sealed) throws DataFormatException {
    SealedBytes seen = SealedBytes.parse(sealed);
    return new Fingerprint(
        Arrays.stream(seen.tableBits()).boxed().toList(),
        seen.tokens().stream().map(Bits::count).toList());
  }
}
