package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.checksum.RunningChecksum;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What headers say that a document adds up to.
final class DocumentChecksums {
  private static final String MD5 = "content-md5";

  private DocumentChecksums() {}

  /// Takes what `headers` say of a document out of them.
  ///
  /// @throws S3Error if that is not so, or cannot be told
  static void verify(Map<String, String> headers, byte[] document) throws S3Error {
    require(MD5, headers.remove(MD5), md5(document));
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.CHEAPEST_FIRST) {
      RunningChecksum checksum = algorithm.start();
      checksum.update(document, 0, document.length);
      require(algorithm.header(), headers.remove(algorithm.header()), checksum.finish());
    }
    for (String name : headers.keySet()) {
      if (name.startsWith("x-amz-checksum-")) {
        throw new S3Error(Code.NOT_IMPLEMENTED, "The header " + name + " is not served here.");
      }
    }
  }

  /// The header that S3 demands of a document that tells what to delete.
  static Map<String, String> of(byte[] document) {
    return Map.of(MD5, md5(document));
  }

  private static void require(String name, @Nullable String said, String found) throws S3Error {
    if (said != null && !said.equals(found)) {
      throw new S3Error(
          Code.BAD_DIGEST, "The " + name + " you specified did not match the calculated one.");
    }
  }

  private static String md5(byte[] document) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(document));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
