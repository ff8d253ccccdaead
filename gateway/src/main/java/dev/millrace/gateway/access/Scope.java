package dev.millrace.gateway.access;

import java.util.regex.Pattern;

/// The keys of one bucket that begin with a prefix.
///
/// @param prefix empty for all keys
public record Scope(String bucket, String prefix) {
  private static final Pattern BUCKET = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{2,254}");

  /// Reads `BUCKET` or `BUCKET/PREFIX`. A prefix is one of characters, as in S3: `b/log` holds
  /// `b/logs/1` and `b/logo`, so that of a folder ends with a slash.
  ///
  /// @throws IllegalArgumentException if no bucket can have such a name
  public static Scope parse(String text) {
    int slash = text.indexOf('/');
    String bucket = slash < 0 ? text : text.substring(0, slash);
    if (!BUCKET.matcher(bucket).matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not of the form BUCKET or BUCKET/PREFIX");
    }
    return new Scope(bucket, slash < 0 ? "" : text.substring(slash + 1));
  }

  /// Whether all keys that begin with `start` are in it, a key itself for one.
  boolean holds(String bucket, String start) {
    return this.bucket.equals(bucket) && start.startsWith(prefix);
  }

  /// As [#parse] reads it.
  @Override
  public String toString() {
    return prefix.isEmpty() ? bucket : bucket + "/" + prefix;
  }
}
