package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Groups;
import dev.millrace.bench.tls.side.KeyKind;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Suite;
import dev.millrace.bench.tls.side.Terms;
import dev.millrace.bench.tls.side.Version;

/// What a side is measured at. Those without a group exchange keys in X25519.
public sealed interface Load {
  /// Connect, handshake, a byte each way, close; both engines in one thread, or in each of several.
  record Handshake(Kind kind, Groups groups, int threads, Contexts contexts) implements Load {
    public static Handshake of(Kind kind, Groups groups) {
      return new Handshake(kind, groups, 1, Contexts.SHARED);
    }
  }

  /// The public-key operations of such a handshake alone.
  record RawOperations(Kind kind, Groups groups) implements Load {}

  /// Such handshakes in the first seconds of a JVM.
  record Fresh(Kind kind) implements Load {
    static final int SECONDS = 10;

    /// The figure for one of the seconds, the first of which is 1.
    public static String figure(int second) {
      return "second" + second;
    }
  }

  /// A client's start, less the generation of its key: [Answer#MICROS].
  record Start(Kind kind) implements Load {}

  /// Handshakes with a clock at each stage.
  record Stages(Kind kind) implements Load {
    /// Percent of the time that go into two engines before the handshake.
    public static final String SET_UP_SHARE = "setup";

    /// Percent of the time that go into the close of both ends.
    public static final String CLOSE_SHARE = "close";

    /// Microseconds that the close of both ends takes.
    public static final String CLOSE_MICROS = "closeus";
  }

  /// Handshakes under a flight recording: [Stages#CLOSE_SHARE] by samples.
  record CloseProfile(Kind kind) implements Load {}

  /// Payload from one end to the other.
  record Bulk(Version version, Suite suite, Buffers buffers) implements Load {
    /// Gigabytes, of 10⁹ bytes, per second.
    public static final String GIGABYTES = "gigabytes";

    Terms terms() {
      return new Terms(version, suite, Groups.X25519, KeyKind.ECDSA);
    }
  }

  /// The JDK's cipher without TLS around it: [Bulk#GIGABYTES].
  record RawCipher(Suite suite) implements Load {}

  /// Idle connections, of which both ends are in this JVM.
  record Memory(Kind kind, Ends ends, int count) implements Load {
    /// Bytes of heap.
    public static final String HEAP = "heap";

    /// Bytes of heap and of whatever else the process has in memory.
    public static final String ALL = "all";
  }

  /// A server on loopback.
  record Serve(Kind kind) implements Load {
    public static final String PORT = "port";
  }

  /// Requests to it from another JVM.
  record Requests(Kind kind, int port) implements Load {
    public static final String COUNT = "count";
    static final int THREADS = 2;
  }

  /// Whether each round of it needs a JVM that has done nothing before.
  default boolean wantsFreshJvm() {
    return this instanceof Fresh || this instanceof Memory;
  }

  /// As it goes from one JVM to the other.
  default String line() {
    return switch (this) {
      case Handshake(Kind kind, Groups groups, int threads, Contexts contexts) ->
          "handshake %s %s %d %s".formatted(kind, groups, threads, contexts);
      case RawOperations(Kind kind, Groups groups) -> "raw %s %s".formatted(kind, groups);
      case Fresh(Kind kind) -> "fresh " + kind;
      case Start(Kind kind) -> "start " + kind;
      case Stages(Kind kind) -> "stages " + kind;
      case CloseProfile(Kind kind) -> "close-profile " + kind;
      case Bulk(Version version, Suite suite, Buffers buffers) ->
          "bulk %s %s %s".formatted(version, suite, buffers);
      case RawCipher(Suite suite) -> "cipher " + suite;
      case Memory(Kind kind, Ends ends, int count) ->
          "memory %s %s %d".formatted(kind, ends, count);
      case Serve(Kind kind) -> "serve " + kind;
      case Requests(Kind kind, int port) -> "requests %s %d".formatted(kind, port);
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
      case "fresh" -> new Fresh(Kind.valueOf(words[1]));
      case "start" -> new Start(Kind.valueOf(words[1]));
      case "stages" -> new Stages(Kind.valueOf(words[1]));
      case "close-profile" -> new CloseProfile(Kind.valueOf(words[1]));
      case "bulk" ->
          new Bulk(Version.valueOf(words[1]), Suite.valueOf(words[2]), Buffers.valueOf(words[3]));
      case "cipher" -> new RawCipher(Suite.valueOf(words[1]));
      case "memory" ->
          new Memory(Kind.valueOf(words[1]), Ends.valueOf(words[2]), Integer.parseInt(words[3]));
      case "serve" -> new Serve(Kind.valueOf(words[1]));
      case "requests" -> new Requests(Kind.valueOf(words[1]), Integer.parseInt(words[2]));
      default -> throw new IllegalArgumentException(line);
    };
  }
}
