package dev.millrace.gateway.fleet;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.Routes;
import dev.millrace.fleet.Tier;
import dev.millrace.fleet.placement.Placement;
import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.gateway.settings.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A fleet as text for an operator:
///
/// ```
/// 3 nodes, epoch 7, as gw-1 sees them
/// NODE  ADDRESS         TIER       WEIGHT  SHARE   HEALTH
/// gw-1  127.0.0.2:8444  main       1.0     50.1 %  this node
/// gw-2  127.0.0.3:8444  main       1.0     49.9 %  answers
/// gw-3  127.0.0.4:8444  auxiliary  1.0     100.0 %  for 12s silent: …
/// ticket keys: version 3, made 2h ago, the next in 10h
/// ```
///
/// A share is of the keys of the node's tier, seen in a sample.
///
/// @param health of a node, in a few words
record FleetReport(Routes routes, Node self, Function<Node, String> health) {
  private static final int SAMPLE = 20_000;
  private static final List<String> HEADINGS =
      List.of("NODE", "ADDRESS", "TIER", "WEIGHT", "SHARE", "HEALTH");

  /// @param tickets of the ticket keys, or null where none are shared
  /// @param trouble what is wrong with the membership, or null
  String text(@Nullable String tickets, @Nullable String trouble) {
    List<Node> nodes = routes.members().nodes();
    StringBuilder text = new StringBuilder();
    text.append(nodes.size() == 1 ? "1 node" : nodes.size() + " nodes")
        .append(", epoch ")
        .append(routes.members().epoch())
        .append(", as ")
        .append(self.name())
        .append(" sees them\n");
    text.append(table(rows()));
    text.append(tickets == null ? "no ticket keys are shared" : "ticket keys: " + tickets)
        .append('\n');
    if (trouble != null) {
      text.append("trouble: ").append(trouble).append('\n');
    }
    return text.toString();
  }

  /// The age of ticket keys.
  static String ageOf(@Nullable TicketKeySet keys, Instant now) {
    if (keys == null) {
      return "none could be had; handshakes are full";
    }
    if (keys.current(now) == null) {
      return "version %d is too old; handshakes are full".formatted(keys.version());
    }
    // Another node made them, by its own clock.
    Instant later = now.isBefore(keys.made()) ? keys.made() : now;
    Duration left = Duration.between(later, keys.made().plus(keys.period()));
    return "version %d, made %s ago, the next %s"
        .formatted(
            keys.version(),
            TimeSpan.rounded(Duration.between(keys.made(), later)),
            left.isPositive() ? "in " + TimeSpan.rounded(left) : "is due");
  }

  /// How many of the keys of its tier each node owns.
  static Map<Node, Double> shares(Routes routes) {
    Map<Node, Double> shares = new HashMap<>();
    for (Tier tier : Tier.values()) {
      Placement<Node> placement = routes.placement(tier);
      int[] keys = new int[placement.members().size()];
      for (int i = 0; i < SAMPLE && keys.length > 0; i++) {
        keys[placement.place("sample " + i)]++;
      }
      for (int i = 0; i < keys.length; i++) {
        shares.put(placement.members().get(i), (double) keys[i] / SAMPLE);
      }
    }
    return shares;
  }

  private List<List<String>> rows() {
    Map<Node, Double> shares = shares(routes);
    return routes.members().nodes().stream()
        .map(node -> row(node, shares.getOrDefault(node, 0.0)))
        .toList();
  }

  private List<String> row(Node node, double share) {
    return List.of(
        node.name(),
        node.address(),
        node.tier().name().toLowerCase(Locale.ROOT),
        String.valueOf(node.weight()),
        String.format(Locale.ROOT, "%.1f %%", 100 * share),
        health.apply(node));
  }

  private static String table(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    int[] widths =
        IntStream.range(0, HEADINGS.size())
            .map(column ->
                IntStream.concat(
                        IntStream.of(HEADINGS.get(column).length()),
                        rows.stream().mapToInt(row -> row.get(column).length()))
                    .max()
                    .orElseThrow())
            .toArray();
    append(text, HEADINGS, widths);
    rows.forEach(row -> append(text, row, widths));
    return text.toString();
  }

  private static void append(StringBuilder text, List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      line.append(row.get(column)).repeat(' ', widths[column] - row.get(column).length() + 2);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }
}
