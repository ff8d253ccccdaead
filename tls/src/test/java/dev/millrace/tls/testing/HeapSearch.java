package dev.millrace.tls.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Looks in a heap dump for bytes that should not be there: as they are, as digits in a text, as
/// the words of a cipher's state, and as an HMAC keeps its key.
public final class HeapSearch {
  private static final int PREFIX = Long.BYTES;
  private static final int MAX_PATH = 8;

  private final Map<Long, List<Needle>> byPrefix = new HashMap<>();
  private final long[] filter = new long[1 << 10];

  private record Needle(String name, byte[] bytes) {}

  /// A search for some secrets.
  ///
  /// @param secrets of 8 bytes or more, by what they are called
  public HeapSearch(Map<String, byte[]> secrets) {
    secrets.forEach((name, secret) -> {
      add(name, secret);
      byte[] digits = HexFormat.of().formatHex(secret).getBytes(StandardCharsets.ISO_8859_1);
      add(name + " in hex", digits);
      add(name + " in words", swapped(secret));
      add(name + " as inner HMAC key", xored(secret, 0x36));
      add(name + " as outer HMAC key", xored(secret, 0x5C));
    });
  }

  private void add(String name, byte[] bytes) {
    long prefix = ByteBuffer.wrap(bytes).getLong();
    byPrefix.computeIfAbsent(prefix, _ -> new ArrayList<>()).add(new Needle(name, bytes));
    filter[slot(prefix) >>> 6] |= 1L << slot(prefix);
  }

  private static int slot(long prefix) {
    return (int) ((prefix * 0x9E3779B97F4A7C15L) >>> 48);
  }

  private static byte[] swapped(byte[] bytes) {
    byte[] swapped = bytes.clone();
    for (int i = 0; i + 3 < bytes.length; i++) {
      swapped[i] = bytes[(i & ~3) + 3 - (i & 3)];
    }
    return swapped;
  }

  private static byte[] xored(byte[] bytes, int with) {
    byte[] xored = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      xored[i] = (byte) (bytes[i] ^ with);
    }
    return xored;
  }

  /// What was found, each with the way to it from the other end.
  public List<String> in(HeapDump dump) {
    Map<Long, Set<String>> hits = new HashMap<>();
    dump.visit(
        new HeapDump.Visitor() {
          @Override
          public void array(long id, ByteBuffer data) {
            search(id, data, hits);
          }
        });
    List<String> found = new ArrayList<>();
    hits.forEach((id, what) -> found.add(what + " <- " + String.join(" <- ", path(dump, id))));
    return found;
  }

  private void search(long id, ByteBuffer data, Map<Long, Set<String>> hits) {
    if (data.remaining() < PREFIX) {
      return;
    }
    long window = data.getLong(0);
    for (int start = 0; ; start++) {
      int slot = slot(window);
      if ((filter[slot >>> 6] & (1L << slot)) != 0) {
        for (Needle needle : byPrefix.getOrDefault(window, List.of())) {
          if (isAt(data, start, needle.bytes)) {
            hits.computeIfAbsent(id, _ -> new TreeSet<>()).add(needle.name);
          }
        }
      }
      if (start + PREFIX == data.limit()) {
        return;
      }
      window = (window << 8) | (data.get(start + PREFIX) & 0xFF);
    }
  }

  private static boolean isAt(ByteBuffer data, int start, byte[] bytes) {
    return start + bytes.length <= data.limit()
        && data.slice(start, bytes.length).equals(ByteBuffer.wrap(bytes));
  }

  /// Who refers to an object, who to that, and so on.
  private static List<String> path(HeapDump dump, long id) {
    List<String> path = new ArrayList<>();
    Set<Long> seen = new TreeSet<>();
    for (long at = id; at != 0 && path.size() < MAX_PATH && seen.add(at); ) {
      Referrer referrer = new Referrer(at);
      dump.visit(referrer);
      if (referrer.id != 0) {
        path.add(referrer.name);
      }
      at = referrer.id;
    }
    return path;
  }

  private static final class Referrer implements HeapDump.Visitor {
    private final long of;
    private long id;
    private String name = "";

    Referrer(long of) {
      this.of = of;
    }

    @Override
    public void object(long from, String type, Map<String, Long> fields) {
      fields.forEach((field, value) -> {
        if (value == of && id == 0) {
          id = from;
          name = type + "." + field;
        }
      });
    }

    @Override
    public void array(long from, long[] elements) {
      if (id == 0 && Arrays.stream(elements).anyMatch(element -> element == of)) {
        id = from;
        name = "array";
      }
    }
  }
}
