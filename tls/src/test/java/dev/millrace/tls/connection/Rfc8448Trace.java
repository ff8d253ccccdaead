package dev.millrace.tls.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// What a section of RFC 8448 has: records, private keys and derived values, in its order. A file
/// has a line for what something is, and indented ones for its bytes.
///
/// @param what `client sends`, `server sends`, `private client`, `private server`, or the name of a
///   value
record Rfc8448Trace(String what, byte[] bytes) {
  static List<Rfc8448Trace> section(int section) {
    List<Rfc8448Trace> trace = new ArrayList<>();
    String what = "";
    StringBuilder hex = new StringBuilder();
    for (String line : (text(section) + "\n.").lines().toList()) {
      if (line.startsWith("  ")) {
        hex.append(line.strip());
      } else if (!line.startsWith("#")) {
        if (!hex.isEmpty()) {
          trace.add(new Rfc8448Trace(what, HexFormat.of().parseHex(hex)));
        }
        what = line;
        hex.setLength(0);
      }
    }
    return trace;
  }

  private static String text(int section) {
    String name = "rfc8448-section" + section + ".txt";
    try (InputStream in = Rfc8448Trace.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
