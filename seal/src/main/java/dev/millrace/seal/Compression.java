package dev.millrace.seal;

/// How blocks are compressed before they are encrypted. Length tells of content: where secrets lie
/// beside what an attacker may choose, compression must be off (`docs/seal-format.md`).
public sealed interface Compression {
  /// Not at all: the container then is one of Tink's AES-GCM-HKDF streaming AEAD behind our header.
  record None() implements Compression {
    @Override
    public String toString() {
      return "none";
    }
  }

  /// Zstandard (RFC 8878).
  ///
  /// @param level from 1, the fastest, to 9
  record Zstd(int level) implements Compression {
    public Zstd {
      if (level < 1 || level > 9) {
        throw new IllegalArgumentException("zstd has levels from 1 to 9 here, not " + level);
      }
    }

    @Override
    public String toString() {
      return "zstd:" + level;
    }
  }

  /// The LZ4 block format: half the ratio, several times the speed.
  record Lz4() implements Compression {
    @Override
    public String toString() {
      return "lz4";
    }
  }

  /// Reads `none`, `lz4`, `zstd`, which is level 1, or `zstd:LEVEL`, which `toString` writes too.
  ///
  /// @throws IllegalArgumentException if it is none of these
  static Compression parse(String text) {
    return switch (text) {
      case "none" -> new None();
      case "lz4" -> new Lz4();
      case "zstd" -> new Zstd(1);
      default -> {
        if (text.matches("zstd:[0-9]")) {
          yield new Zstd(text.charAt(5) - '0');
        }
        throw new IllegalArgumentException(
            "compression is none, lz4, zstd or zstd:1 to zstd:9, not \"" + text + "\"");
      }
    };
  }
}
