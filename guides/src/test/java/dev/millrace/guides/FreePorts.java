package dev.millrace.guides;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Ports of this machine that are free, in place of those that guides name: every number from 8400
/// to 8499 and from 9400 to 9499 is one. Equal ones stay equal.
final class FreePorts {
  private static final Pattern PORT = Pattern.compile("\\b[89]4\\d\\d\\b");

  private final Map<String, ServerSocket> reserved = new HashMap<>();

  FreePorts() {}

  /// A text with other ports. They are kept from others until they are released.
  String inPlaceOfThoseOf(String text) {
    return PORT.matcher(text).replaceAll(this::free);
  }

  private String free(MatchResult port) {
    ServerSocket socket =
        reserved.computeIfAbsent(
            port.group(),
            _ -> {
              try {
                return new ServerSocket(0);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return String.valueOf(socket.getLocalPort());
  }

  /// Lets go of them, for the guide's servers to take.
  void release() throws IOException {
    for (ServerSocket each : reserved.values()) {
      each.close();
    }
  }
}
