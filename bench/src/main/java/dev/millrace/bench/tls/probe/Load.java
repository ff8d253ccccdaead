package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Groups;
import dev.millrace.bench.tls.side.Kind;

/// What a side is measured at.
public sealed interface Load {
  /// Connect, handshake, a byte each way, close; both engines in one thread, or in each of several.
  record Handshake(Kind kind, Groups groups, int threads, Contexts contexts) implements Load {
    public static Handshake of(Kind kind, Groups groups) {
      return new Handshake(kind, groups, 1, Contexts.SHARED);
    }
  }

  /// The public-key operations of such a handshake alone.
  record RawOperations(Kind kind, Groups groups) implements Load {}

  /// As it goes from one JVM to the other.
  default String line() {
    return switch (this) {
      case Handshake(Kind kind, Groups groups, int threads, Contexts contexts) ->
          "handshake %s %s %d %s".formatted(kind, groups, threads, contexts);
      case RawOperations(Kind kind, Groups groups) -> "raw %s %s".formatted(kind, groups);
    };
  }

  /// What [#line] wrote.
  ///
  /// @throws IllegalArgumentException if no load is written so
  static Load parse(String line) {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "handshake" ->
          new Handshake(
              Kind.valueOf(words[1]),
              Groups.valueOf(words[2]),
              Integer.parseInt(words[3]),
              Contexts.valueOf(words[4]));
      case "raw" -> new RawOperations(Kind.valueOf(words[1]), Groups.valueOf(words[2]));
      default -> throw new IllegalArgumentException(line);
    };
  }
}
