package dev.millrace.gateway.fleet;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.SliceKey;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A slice as one gateway asks another for it: an object of its own, in the bucket that it is of,
/// under the key `SIZE/INDEX/LENGTH/GENERATION/KEY`. The version is in If-Match.
///
/// @param size the length of every slice of the object but its last: whoever slices otherwise has
///   no such slice
/// @param length of this slice
/// @param generation the latest purge of the object that the asker knows of, 0 for none
public record SliceAddress(ObjectName object, int size, long index, int length, long generation) {
  private static final Pattern KEY =
      Pattern.compile(
          "([1-9]\\d{0,8})/(0|[1-9]\\d{0,17})/([1-9]\\d{0,8})/(0|[1-9]\\d{0,17})/(.+)",
          Pattern.DOTALL);

  /// Where `key` places the slice: whatever the version, it has the same owner.
  static String placementKey(SliceKey key) {
    return placementKey(key.object().bucket(), key.object().key(), key.index());
  }

  /// By what slice `index` of an object is placed.
  public static String placementKey(String bucket, String key, long index) {
    return bucket + '/' + key + '#' + index;
  }

  /// The key to ask for.
  String key() {
    return size + "/" + index + "/" + length + "/" + generation + "/" + object.key();
  }

  /// Reads what was asked for.
  ///
  /// @throws IllegalArgumentException if it is no slice
  public static SliceAddress parse(String bucket, String key) {
    Matcher parts = KEY.matcher(key);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no slice: " + key);
    }
    int size = Integer.parseInt(parts.group(1));
    long index = Long.parseLong(parts.group(2));
    int length = Integer.parseInt(parts.group(3));
    if (length > size) {
      throw new IllegalArgumentException("a slice of " + length + " bytes, of at most " + size);
    }
    if (index > (Long.MAX_VALUE - length) / size) {
      throw new IllegalArgumentException("no object reaches to slice " + index);
    }
    ObjectName object = new ObjectName(bucket, parts.group(5));
    return new SliceAddress(object, size, index, length, Long.parseLong(parts.group(4)));
  }
}
