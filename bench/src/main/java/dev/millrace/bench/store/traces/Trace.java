package dev.millrace.bench.store.traces;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/// Requests for keys, in their order.
public final class Trace {
  private static final int GZIP_MAGIC = 0x1f8b;

  /// A line of the traces that LIRS was published with which is no request.
  private static final String BREAKPOINT = "*";

  private final String word;
  private final int[] requests;
  private final int keys;
  private final int bound;
  private final int warmUp;

  private Trace(String word, int[] requests, int keys, int bound, int warmUp) {
    this.word = word;
    this.requests = requests;
    this.keys = keys;
    this.bound = bound;
    this.warmUp = warmUp;
  }

  /// The first requests of a pattern. The first third of them only fills the caches.
  public static Trace of(Pattern pattern, int length) {
    int[] requests = IntStream.generate(pattern.requests()).limit(length).toArray();
    int bound = IntStream.of(requests).max().orElse(-1) + 1;
    return new Trace(pattern.word(), requests, pattern.keys(), bound, length / 3);
  }

  /// The requests in a file that has one key in each line, as it is or compressed by gzip; blanks
  /// around keys, empty lines and those with only `*` in them are passed over. All of them count,
  /// as is usual where recorded traces are compared.
  ///
  /// @throws IOException if it cannot be read, or has no requests
  public static Trace read(Path file) throws IOException {
    Map<String, Integer> numbers = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.ISO_8859_1))) {
      int[] requests =
          lines
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.equals(BREAKPOINT))
              .mapToInt(key -> numbers.computeIfAbsent(key, _ -> numbers.size()))
              .toArray();
      if (requests.length == 0) {
        throw new IOException(file + " has no requests");
      }
      return new Trace(wordOf(file), requests, numbers.size(), numbers.size(), 0);
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.mark(Short.BYTES);
    boolean compressed = (in.read() << Byte.SIZE | in.read()) == GZIP_MAGIC;
    in.reset();
    return compressed ? new GZIPInputStream(in) : in;
  }

  private static String wordOf(Path file) {
    return String.valueOf(file.getFileName()).replaceAll("[\\s=]", "_");
  }

  /// A word for the report.
  public String word() {
    return word;
  }

  /// How many keys the sizes of caches are shares of.
  public int keys() {
    return keys;
  }

  /// One more than the largest key.
  public int bound() {
    return bound;
  }

  /// How many requests there are.
  public int length() {
    return requests.length;
  }

  /// How many requests at the beginning do not count.
  public int warmUp() {
    return warmUp;
  }

  /// The key that is asked for.
  ///
  /// @param index from 0 up to, but not including, the length
  public int request(int index) {
    return requests[index];
  }
}
