package dev.millrace.seal;

import java.nio.charset.StandardCharsets;

/// What a sealed container is bound to: it opens only for one who names the same bucket, key,
/// version and position. So containers cannot be swapped, not even those of one object.
///
/// None of it is in the container; it goes into the derivation of the container's key (RFC 5869,
/// `info`).
///
/// What has no UTF-8 (half a surrogate pair) and negative positions are refused by an
/// [IllegalArgumentException].
///
/// @param bucket the bucket of the object, may be empty
/// @param key the object's key in the bucket, may be empty
/// @param version the version of the object, its ETag for instance, may be empty
/// @param position the offset in the object, in bytes, of the first byte in the container
public record Binding(String bucket, String key, String version, long position) {
  private static final Binding NONE = new Binding("", "", "", 0);

  public Binding {
    checkText(bucket);
    checkText(key);
    checkText(version);
    if (position < 0) {
      throw new IllegalArgumentException("a position is 0 or more, not " + position);
    }
  }

  /// For what has no name: whoever has the key may take one such container for another.
  public static Binding none() {
    return NONE;
  }

  /// For a whole object.
  public static Binding of(String bucket, String key, String version) {
    return new Binding(bucket, key, version, 0);
  }

  /// For the part of the same object that begins at `position`.
  public Binding at(long position) {
    return new Binding(bucket, key, version, position);
  }

  /// What has no UTF-8, half a surrogate pair, would become a question mark, so that another
  /// binding had the same bytes.
  private static void checkText(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("half a surrogate pair cannot be bound to");
    }
  }
}
