package dev.millrace.gateway.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The objects of the soak. Each goes through versions, and its bytes follow from its key and its
/// version.
final class Bucket {
  private static final int OBJECTS = 400;
  private static final int LARGEST = 4 << 20;
  private static final byte[] BLOCK = new byte[2 * LARGEST];

  static {
    new SplittableRandom(7).nextBytes(BLOCK);
  }

  private final List<StoredObject> objects = new ArrayList<>();
  private final Map<String, StoredObject> byKey;

  Bucket() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < OBJECTS; i++) {
      int size = i % 10 == 0 ? random.nextInt(1 << 20, LARGEST) : random.nextInt(1, 64 << 10);
      objects.add(new StoredObject("objects/" + i % 7 + "/" + i, size));
    }
    byKey = objects.stream().collect(Collectors.toMap(StoredObject::key, Function.identity()));
  }

  StoredObject of(String key) {
    return byKey.get(key);
  }

  /// One of them, some far more often than others.
  StoredObject any() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return objects.get((int) (OBJECTS * random.nextDouble() * random.nextDouble()));
  }

  /// One that a client cannot take in at once.
  StoredObject large() {
    return objects.get(10 * ThreadLocalRandom.current().nextInt(OBJECTS / 10));
  }

  /// An object, and since when it has been in which version, by [System#nanoTime].
  static final class StoredObject {
    private final String key;
    private final int size;
    private final List<Long> since = new CopyOnWriteArrayList<>(List.of(System.nanoTime()));

    private StoredObject(String key, int size) {
      this.key = key;
      this.size = size;
    }

    String key() {
      return key;
    }

    int size() {
      return size;
    }

    void change() {
      since.add(System.nanoTime());
    }

    String etag() {
      return "\"" + (since.size() - 1) + "\"";
    }

    byte[] bytes(String etag, long offset, int length) {
      byte[] bytes = new byte[length];
      System.arraycopy(BLOCK, begin(etag) + (int) offset, bytes, 0, length);
      return bytes;
    }

    boolean consistsOf(byte[] bytes, String etag, long offset) {
      int begin = begin(etag) + (int) offset;
      return Arrays.equals(BLOCK, begin, begin + bytes.length, bytes, 0, bytes.length);
    }

    private int begin(String etag) {
      return Math.floorMod((key + etag).hashCode() * 31, LARGEST);
    }

    /// Whether it became another between two moments.
    boolean changed(long from, long to) {
      return since.stream().anyMatch(moment -> moment > from && moment < to);
    }

    /// Whether a version was replaced before a moment, or is none.
    boolean isOver(String etag, long moment) {
      int version = Integer.parseInt(etag.substring(1, etag.length() - 1));
      if (version < 0 || version >= since.size()) {
        return true;
      }
      return version + 1 < since.size() && since.get(version + 1) < moment;
    }
  }
}
