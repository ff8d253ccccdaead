package dev.millrace.bench.s3.link.proxy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The program of a JVM that has nothing to do but to be a link: answers each line with the port
/// that it listens at, until no line follows.
public final class ProxyJvm {
  private ProxyJvm() {}

  /// @param arguments the server's port, the delay in one direction in microseconds, and the rate
  ///   of a connection in bytes per second
  static void main(String[] arguments) throws IOException {
    Terms terms =
        new Terms(
            Duration.ofNanos(1000 * Long.parseLong(arguments[1])), Long.parseLong(arguments[2]));
    try (DelayingProxy proxy = DelayingProxy.start(Integer.parseInt(arguments[0]), terms)) {
      BufferedReader questions =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      while (questions.readLine() != null) {
        System.out.println(proxy.port());
        System.out.flush();
      }
    }
  }
}
