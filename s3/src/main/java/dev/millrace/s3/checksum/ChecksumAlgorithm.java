package dev.millrace.s3.checksum;

import java.util.List;

/// A way of adding up an object that S3 offers and that can be verified here.
public sealed interface ChecksumAlgorithm permits CrcAlgorithm, DigestAlgorithm {
  /// All of them, the one that takes the least time per byte first.
  ///
  /// The JDK lets the processor's own instructions compute the CRCs of 32 bits, and has none of 64.
  /// SHA-256 comes last: SHA-1 takes the same time at worst, and less where neither has
  /// instructions. Against damage on the way, which is what a checksum from the same answer can
  /// show, all are good enough.
  List<ChecksumAlgorithm> CHEAPEST_FIRST =
      List.of(
          CrcAlgorithm.CRC32C,
          CrcAlgorithm.CRC32,
          CrcAlgorithm.CRC64NVME,
          DigestAlgorithm.SHA1,
          DigestAlgorithm.SHA256);

  /// The header that a value of this algorithm comes in, in lower case.
  String header();

  /// How many bytes a value has.
  int length();

  /// A checksum of nothing yet.
  RunningChecksum start();
}
