package dev.millrace.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The nodes of a fleet as of one epoch. All who know the same epoch place keys alike.
///
/// As text, it is a line with the epoch, then a line for each [Node]; lines that begin with `#` and
/// empty ones are passed over:
///
/// ```
/// epoch 7
/// gw-1 10.0.0.1:8444
/// gw-2 10.0.0.2:8444 main 2.0
/// gw-3 10.0.0.3:8444 auxiliary
/// ```
///
/// @param epoch the larger, the newer; at least 0
/// @param nodes in the order of their names
public record Members(long epoch, List<Node> nodes) {
  private static final Pattern EPOCH = Pattern.compile("epoch\\s+(\\d{1,19})");

  /// @param nodes in any order
  /// @throws IllegalArgumentException if the epoch is negative, or two nodes have the same name or
  ///   the same address
  public Members {
    if (epoch < 0) {
      throw new IllegalArgumentException("the epoch " + epoch + " is less than 0");
    }
    nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
    Set<String> seen = new HashSet<>();
    for (Node node : nodes) {
      // No name has a colon, and every address has one.
      if (!seen.add(node.name()) || !seen.add(node.address())) {
        throw new IllegalArgumentException(
            "another node has the name or the address of " + node.name() + " " + node.address());
      }
    }
  }

  /// No nodes, as of before the first epoch.
  public static Members none() {
    return new Members(0, List.of());
  }

  /// Reads what [#toString] writes.
  ///
  /// @throws IllegalArgumentException saying what is wrong with which line
  public static Members parse(String text) {
    List<Node> nodes = new ArrayList<>();
    long epoch = -1;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String words = line.strip();
      if (words.isEmpty() || words.startsWith("#")) {
        continue;
      }
      try {
        if (epoch < 0) {
          epoch = epoch(words);
        } else {
          nodes.add(Node.parse(words));
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
      }
    }
    if (epoch < 0) {
      throw new IllegalArgumentException("there is no line \"epoch NUMBER\"");
    }
    return new Members(epoch, nodes);
  }

  private static long epoch(String line) {
    Matcher epoch = EPOCH.matcher(line);
    // Of 19 digits, some are numbers that only an unsigned one can hold: those are less than 0
    // here.
    long number = epoch.matches() ? Long.parseUnsignedLong(epoch.group(1)) : -1;
    if (number < 0) {
      throw new IllegalArgumentException(Node.quoted(line) + " is not of the form epoch NUMBER");
    }
    return number;
  }

  /// The nodes of one tier.
  public List<Node> of(Tier tier) {
    return nodes.stream().filter(node -> node.tier() == tier).toList();
  }

  /// The node of that name, if there is one.
  public Optional<Node> named(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
  }

  @Override
  public String toString() {
    return nodes.stream()
        .map(node -> node + "\n")
        .collect(Collectors.joining("", "epoch " + epoch + "\n", ""));
  }
}
