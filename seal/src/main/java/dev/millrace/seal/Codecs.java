package dev.millrace.seal;

import dev.millrace.seal.codec.Lz4Codec;
import dev.millrace.seal.codec.ZstdCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// The libraries that compress blocks. They are native code, which they unpack into
/// `java.io.tmpdir`; programs must be allowed to run from there.
public final class Codecs {
  private Codecs() {}

  /// Which implementation of each runs here, found by loading it; for people.
  public static Map<String, String> implementations() {
    Map<String, String> found = new LinkedHashMap<>();
    found.put("zstd", found(ZstdCodec::implementation));
    found.put("lz4", found(Lz4Codec::implementation));
    return found;
  }

  private static String found(Supplier<String> codec) {
    try {
      return codec.get();
    } catch (LinkageError e) {
      return "none: "
          + String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
    }
  }
}
