package dev.millrace.s3.checksum;

import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the head of an answer says that the object adds up to.
///
/// Only an answer about the whole object promises something of the whole: that to HEAD, or to GET
/// without a range. S3 sends it where the request had `x-amz-checksum-mode: ENABLED`. With a range
/// it sends nothing, the checksum of a part where the range is just that part, or, of the range
/// `0-`, the composite value without its number; others send the checksum of the whole.
///
/// An object that was uploaded in parts may have a composite value, a checksum of the parts'
/// checksums with their number behind it. The boundaries of the parts are not in the answer, so it
/// counts as none that can be verified.
public sealed interface PromisedChecksum {
  /// A checksum of the whole object.
  ///
  /// @param value in base64, as [RunningChecksum#finish] and [Crc#base64] give it
  record Verifiable(ChecksumAlgorithm algorithm, String value) implements PromisedChecksum {}

  /// Nothing to hold the object against.
  ///
  /// @param reason why, as the middle of a sentence: "the service gives no checksum"
  record Unverifiable(String reason) implements PromisedChecksum {}

  /// The cheapest promise among `headers` that can be verified.
  ///
  /// @param headers those of the answer, by lower-case name
  static PromisedChecksum in(Map<String, String> headers) {
    if (headers.containsKey("content-range")) {
      return new Unverifiable("the answer is about a part of the object");
    }
    Unverifiable reason = new Unverifiable("the service gives no checksum");
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.CHEAPEST_FIRST) {
      String value = headers.get(algorithm.header());
      if (value != null) {
        switch (read(algorithm, value.strip(), headers.get("x-amz-checksum-type"))) {
          case Verifiable promise -> {
            return promise;
          }
          case Unverifiable because -> reason = because;
        }
      }
    }
    return reason;
  }

  private static PromisedChecksum read(
      ChecksumAlgorithm algorithm, String value, @Nullable String type) {
    String text = algorithm.header() + " \"" + value + "\"";
    if (value.indexOf('-') > 0 || "COMPOSITE".equalsIgnoreCase(type)) { // base64 has no hyphen
      return new Unverifiable(text + " is of the parts' checksums, not of the object");
    }
    if (type != null && !"FULL_OBJECT".equalsIgnoreCase(type)) {
      return new Unverifiable(text + " is of the unknown type \"" + type + "\"");
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(value);
      if (bytes.length == algorithm.length()) {
        return new Verifiable(algorithm, Base64.getEncoder().encodeToString(bytes));
      }
    } catch (IllegalArgumentException _) {
      return new Unverifiable(text + " is not in base64");
    }
    return new Unverifiable(text + " is not " + algorithm.length() + " bytes");
  }
}
