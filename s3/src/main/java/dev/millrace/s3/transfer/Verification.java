package dev.millrace.s3.transfer;

import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.checksum.Crc;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.DigestAlgorithm;
import dev.millrace.s3.checksum.PromisedChecksum;
import dev.millrace.s3.checksum.RunningChecksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// Whether a file is what the service has promised.
sealed interface Verification {
  /// Verifies the file where it can be, and returns whether that was so.
  ///
  /// @param pieces of which the whole consists, in order
  /// @throws VerificationException where it is not what was promised; the file is then discarded
  boolean holds(List<Piece> pieces, PartFile file) throws IOException;

  /// What there is to be done about a promise.
  ///
  /// @param required whether it is a failure if the file cannot be verified
  /// @throws VerificationException if it is one: before the file has been fetched
  static Verification of(PromisedChecksum promised, boolean required) throws VerificationException {
    return switch (promised) {
      case PromisedChecksum.Verifiable(ChecksumAlgorithm algorithm, String value) ->
          switch (algorithm) {
            case CrcAlgorithm crc -> new ByCrc(crc, value);
            case DigestAlgorithm digest -> required ? new ByDigest(digest, value) : new None();
          };
      case PromisedChecksum.Unverifiable(String reason) -> {
        if (required) {
          throw new VerificationException("it cannot be verified: " + reason, false);
        }
        yield new None();
      }
    };
  }

  /// With the CRCs of the pieces, which were computed as they came.
  record ByCrc(CrcAlgorithm algorithm, String promised) implements Verification {
    @Override
    public boolean holds(List<Piece> pieces, PartFile file) throws VerificationException {
      Crc whole = Crc.ofNothing(algorithm);
      for (Piece piece : pieces) {
        whole = piece.crc() == null ? whole : whole.then(piece.crc());
      }
      return compare(algorithm, promised, whole.base64(), file);
    }
  }

  /// By reading the file from its start to its end, since a digest cannot be made up from those of
  /// pieces.
  record ByDigest(DigestAlgorithm algorithm, String promised) implements Verification {
    @Override
    public boolean holds(List<Piece> pieces, PartFile file) throws IOException {
      RunningChecksum digest = algorithm.start();
      ByteBuffer buffer = ByteBuffer.allocate(Worker.BUFFER_SIZE);
      long size = pieces.isEmpty() ? 0 : pieces.getLast().end();
      for (long at = 0; at < size; ) {
        buffer.clear().limit((int) Math.min(buffer.capacity(), size - at));
        file.read(buffer, at);
        digest.update(buffer.flip());
        at += buffer.limit();
      }
      return compare(algorithm, promised, digest.finish(), file);
    }
  }

  /// It was not asked for, or would take another pass over the file.
  record None() implements Verification {
    @Override
    public boolean holds(List<Piece> pieces, PartFile file) {
      return false;
    }
  }

  private static boolean compare(
      ChecksumAlgorithm algorithm, String promised, String actual, PartFile file)
      throws VerificationException {
    if (!actual.equals(promised)) {
      file.discard();
      throw new VerificationException(
          "what came is not what the service has: %s is %s and should be %s"
              .formatted(algorithm, actual, promised),
          true);
    }
    return true;
  }
}
