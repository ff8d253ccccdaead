package dev.millrace.bench.growth.membership;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.MembershipProvider;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.TicketSharing;
import dev.millrace.fleet.ticket.Wrapping;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The program of a JVM that all nodes of a fleet are in: reads lines of what to do, and answers
/// each with a line once all nodes know of it, until no line follows.
///
/// What goes wrong ends it, with the reason as the last line of the error stream.
public final class NodesJvm {
  /// The default of the gateway's `fleet-zookeeper-timeout`.
  public static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 5;
  private static final int PORT = 8444;

  private final List<Membership> nodes = new ArrayList<>();
  private final MembershipProvider provider =
      ServiceLoader.load(MembershipProvider.class).findFirst().orElseThrow();
  private final Ensemble ensemble;
  private final @Nullable TicketSharing tickets;

  private NodesJvm(Ensemble ensemble, @Nullable TicketSharing tickets) {
    this.ensemble = ensemble;
    this.tickets = tickets;
  }

  /// What is to be said for so many nodes to be there.
  static String join(int nodes) {
    return "join " + nodes;
  }

  /// What is to be said for the last one to leave.
  static String leave() {
    return "leave";
  }

  /// What is to be said for the next ticket keys to be waited for.
  static String rotation() {
    return "rotation";
  }

  /// @param arguments where the servers are, and the period of ticket keys in seconds if they are
  ///   to be shared
  static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Whatever else writes there does not answer.
    System.setOut(System.err);
    try {
      TicketSharing tickets =
          arguments.length == 1
              ? null
              : new TicketSharing(new Plain(), Duration.ofSeconds(Long.parseLong(arguments[1])));
      new NodesJvm(new Ensemble(arguments[0], SESSION_TIMEOUT, null, null), tickets).serve(answers);
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      e.printStackTrace();
      System.err.println(e);
      System.exit(1);
    }
    System.exit(0);
  }

  /// No wrapping: whichever it is adds some tens of bytes.
  private record Plain() implements Wrapping {
    @Override
    public byte[] wrap(byte[] plain) {
      return plain.clone();
    }

    @Override
    public byte[] unwrap(byte[] wrapped) {
      return wrapped.clone();
    }
  }

  private void serve(PrintStream answers) throws IOException, InterruptedException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      String[] question = line.split(" ", 2);
      switch (question[0]) {
        case "join" -> joinUpTo(Integer.parseInt(question[1]));
        case "leave" -> leaveLast();
        case "rotation" -> awaitRotation();
        default -> throw new IOException("what is " + line);
      }
      answers.println("done");
      answers.flush();
    }
  }

  private void joinUpTo(int count) throws IOException, InterruptedException {
    while (nodes.size() < count) {
      int number = nodes.size();
      Node self =
          Node.of(
              "gateway-%04d".formatted(number),
              "10.0.%d.%d".formatted(number >> 8, number & 0xFF),
              PORT);
      Membership node = provider.join(ensemble, self, tickets);
      nodes.add(node);
      node.enter();
    }
    await(() -> allKnow() && (tickets == null || oldestKeys() > 0));
  }

  private void leaveLast() throws InterruptedException {
    try (Membership last = nodes.removeLast()) {
      last.leave(PATIENCE);
    }
    await(this::allKnow);
  }

  private boolean allKnow() {
    return nodes.stream().allMatch(node -> node.members().nodes().size() == nodes.size());
  }

  private void awaitRotation() throws InterruptedException {
    long before = oldestKeys();
    await(() -> oldestKeys() > before);
  }

  /// The least version of ticket keys that a node has, or 0 if one has none.
  private long oldestKeys() {
    return nodes.stream().mapToLong(node -> version(node.ticketKeys())).min().orElseThrow();
  }

  private static long version(@Nullable TicketKeySet keys) {
    return keys == null ? 0 : keys.version();
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not all nodes know: " + nodes.getFirst().trouble());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
