package dev.millrace.tls.wire;

import dev.millrace.tls.failure.PeerMisbehaved;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/// An immutable list of two-byte code points, known or not: cipher suites, groups, signature
/// schemes, versions.
public final class CodePoints {
  private final int[] codes;

  private CodePoints(int[] codes) {
    this.codes = codes;
  }

  public static CodePoints of(int... codes) {
    return new CodePoints(codes.clone());
  }

  /// The code points of a list of things, in its order.
  public static <T> CodePoints of(List<T> things, ToIntFunction<T> code) {
    int[] codes = new int[things.size()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = code.applyAsInt(things.get(i));
    }
    return new CodePoints(codes);
  }

  /// Reads all of a vector, which must not be empty.
  public static CodePoints parse(WireReader vector) throws PeerMisbehaved {
    vector.expect(vector.hasRemaining() && vector.remaining() % 2 == 0);
    int[] codes = new int[vector.remaining() / 2];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = vector.u16();
    }
    return new CodePoints(codes);
  }

  public void write(WireWriter out) {
    for (int code : codes) {
      out.u16(code);
    }
  }

  public int size() {
    return codes.length;
  }

  public int get(int index) {
    return codes[index];
  }

  public boolean contains(int code) {
    for (int each : codes) {
      if (each == code) {
        return true;
      }
    }
    return false;
  }

  /// Whether all of the others are among these. A peer may send thousands of either.
  public boolean containsAll(CodePoints others) {
    int[] sorted = sorted();
    for (int code : others.codes) {
      if (Arrays.binarySearch(sorted, code) < 0) {
        return false;
      }
    }
    return true;
  }

  /// Whether none is there twice.
  public boolean areDistinct() {
    int[] sorted = sorted();
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        return false;
      }
    }
    return true;
  }

  private int[] sorted() {
    int[] sorted = codes.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /// These, and one more at the front.
  public CodePoints prepend(int code) {
    int[] more = new int[codes.length + 1];
    more[0] = code;
    System.arraycopy(codes, 0, more, 1, codes.length);
    return new CodePoints(more);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CodePoints that && Arrays.equals(codes, that.codes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(codes);
  }

  @Override
  public String toString() {
    return Arrays.toString(codes);
  }
}
