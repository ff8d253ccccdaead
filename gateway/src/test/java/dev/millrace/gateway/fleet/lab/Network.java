package dev.millrace.gateway.fleet.lab;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Hosts of their own within this machine: network namespaces of Linux, on one bridge with the host
/// that the tests run on. Needs to be root, and `ip` (Debian's iproute2).
final class Network implements AutoCloseable {
  private final String name = "mr" + ProcessHandle.current().pid() % 100_000;
  private final String subnet = "10.231." + ProcessHandle.current().pid() % 250;
  private final List<String> hosts = new ArrayList<>();

  private Network() {}

  /// A network, or a test that is skipped where there can be none.
  static Network open(String test) throws IOException {
    Network network = new Network();
    try {
      ip("link", "add", network.name, "type", "bridge");
    } catch (IOException e) {
      System.out.println("SKIPPED " + test + ": no network of its own (" + e.getMessage() + ")");
      return abort("no network of its own");
    }
    ip("addr", "add", network.address(0) + "/24", "dev", network.name);
    ip("link", "set", network.name, "up");
    return network;
  }

  /// The address of this host, which is 0, or of one that was added.
  String address(int host) {
    return subnet + "." + (host + 1);
  }

  /// Adds a host, and returns its number.
  int add() throws IOException {
    int number = hosts.size() + 1;
    String host = name + "-" + number;
    String here = name + "h" + number;
    ip("netns", "add", host);
    hosts.add(host);
    ip("link", "add", here, "type", "veth", "peer", "name", "eth0", "netns", host);
    ip("link", "set", here, "master", name, "up");
    ip("-n", host, "addr", "add", address(number) + "/24", "dev", "eth0");
    ip("-n", host, "link", "set", "lo", "up");
    ip("-n", host, "link", "set", "eth0", "up");
    return number;
  }

  /// The command line that runs another one on a host.
  List<String> on(int host) {
    return List.of("ip", "netns", "exec", hosts.get(host - 1));
  }

  /// Cuts a host off: what is sent to it, or from it, is lost without a word.
  void cut(int host) throws IOException {
    ip("link", "set", name + "h" + host, "nomaster");
  }

  /// Undoes that.
  void mend(int host) throws IOException {
    ip("link", "set", name + "h" + host, "master", name);
  }

  @Override
  public void close() throws IOException {
    for (String host : hosts) {
      ip("netns", "del", host);
    }
    ip("link", "del", name);
  }

  private static void ip(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of("ip"));
    line.addAll(List.of(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", line) + ": " + said.strip());
    }
  }
}
