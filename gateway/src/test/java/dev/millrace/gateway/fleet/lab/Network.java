package dev.millrace.gateway.fleet.lab;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Hosts of their own within this machine: network namespaces of Linux, on one bridge with the host
/// that the tests run on. Needs to be root, and `ip` (Debian's iproute2).
final class Network implements AutoCloseable {
  /// A hardware address that no host has.
  private static final String NOBODY = "02:00:00:00:00:01";

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

  /// Gives this host one more address.
  String addAddress() throws IOException {
    String address = subnet + ".254";
    ip("addr", "add", address + "/24", "dev", name);
    return address;
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

  /// Cuts a host off from these others alone, and them from it.
  void cut(int host, List<Integer> others) throws IOException {
    for (int other : others) {
      lose(host, address(other));
      lose(other, address(host));
    }
  }

  /// Undoes that.
  void mend(int host, List<Integer> others) throws IOException {
    for (int other : others) {
      deliver(host, address(other));
      deliver(other, address(host));
    }
  }

  /// Has what a host sends to an address be lost without a word, so that nobody there gets an
  /// answer.
  void lose(int host, String address) throws IOException {
    // A blackhole route would not do: it fails connections at once.
    ip(neighbour("replace", host, address, "lladdr", NOBODY, "nud", "permanent"));
  }

  /// Undoes that.
  void deliver(int host, String address) throws IOException {
    ip(neighbour("del", host, address));
  }

  private String[] neighbour(String verb, int host, String address, String... as) {
    List<String> arguments =
        new ArrayList<>(List.of("-n", hosts.get(host - 1), "neigh", verb, address));
    arguments.addAll(List.of("dev", "eth0"));
    arguments.addAll(List.of(as));
    return arguments.toArray(String[]::new);
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
