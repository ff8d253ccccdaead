package dev.millrace.fleet;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A node of a fleet.
///
/// As text, it is its name, its address and, where they are not the usual ones, its tier and its
/// weight, with blanks between: `gw-1 10.0.0.1:8444`, `gw-2 [2001:db8::2]:8444 auxiliary 2.0`.
///
/// @param name by which it is placed: who keeps its name keeps its keys. 1 to 63 letters, digits,
///   dots, hyphens and underscores
/// @param host the name or the IP address that other nodes reach it by
/// @param port from 1 to 65,535
/// @param weight its share of the keys, beside those of the others in its tier; 1 unless told, from
///   0.01 to 100
public record Node(String name, String host, int port, Tier tier, double weight) {
  private static final Pattern NAME = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{0,62}");
  private static final Pattern HOST = Pattern.compile("[0-9A-Za-z._-]{1,253}|[0-9A-Fa-f:.]{2,45}");
  private static final Pattern ADDRESS = Pattern.compile("(?:\\[(.+)]|([^:]+)):(\\d{1,5})");
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final double LEAST_WEIGHT = 0.01;
  private static final double LARGEST_WEIGHT = 100;
  private static final int MOST_SHOWN = 80;

  /// @throws IllegalArgumentException saying what is wrong
  public Node {
    require(NAME.matcher(name).matches(), quoted(name) + " cannot be the name of a node");
    require(
        HOST.matcher(host).matches() && isHostOfUrls(host),
        quoted(host) + " is no host that a URL can have");
    require(port >= 1 && port <= 65_535, port + " is no port from 1 to 65535");
    require(
        weight >= LEAST_WEIGHT && weight <= LARGEST_WEIGHT,
        "the weight " + weight + " is not one from " + LEAST_WEIGHT + " to " + LARGEST_WEIGHT);
  }

  /// RFC 3986, section 3.2.2, as Java reads it: in a URL, a name with an underscore is no host.
  private static boolean isHostOfUrls(String host) {
    try {
      return new URI("https://" + bracketed(host)).getHost() != null;
    } catch (URISyntaxException _) {
      return false;
    }
  }

  private static String bracketed(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /// A node of the main tier with the usual weight.
  public static Node of(String name, String host, int port) {
    return new Node(name, host, port, Tier.MAIN, 1);
  }

  /// Reads what [#toString] writes.
  ///
  /// @throws IllegalArgumentException saying what is wrong
  public static Node parse(String text) {
    String[] words = BLANKS.split(text.strip(), -1);
    require(words.length >= 2, "a node has a name and an address, such as gw-1 10.0.0.1:8444");
    require(words.length <= 4, quoted(words[words.length - 1]) + " is one word too many");
    Matcher address = ADDRESS.matcher(words[1]);
    require(address.matches(), quoted(words[1]) + " is not of the form HOST:PORT");
    String host = address.group(1) == null ? address.group(2) : address.group(1);
    return new Node(
        words[0],
        host,
        Integer.parseInt(address.group(3)),
        words.length > 2 ? tier(words[2]) : Tier.MAIN,
        words.length > 3 ? weight(words[3]) : 1);
  }

  private static Tier tier(String word) {
    return switch (word) {
      case "main" -> Tier.MAIN;
      case "auxiliary" -> Tier.AUXILIARY;
      default ->
          throw new IllegalArgumentException(quoted(word) + " is neither main nor auxiliary");
    };
  }

  private static double weight(String word) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException(quoted(word) + " is no weight");
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /// A list may be written by anyone who can reach where it is kept.
  static String quoted(String text) {
    String shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
    return '"' + shown.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?") + '"';
  }

  /// `HOST:PORT`, an IPv6 address in brackets.
  public String address() {
    return bracketed(host) + ":" + port;
  }

  @Override
  public String toString() {
    String shortest = name + " " + address();
    String tiered = shortest + " " + tier.name().toLowerCase(Locale.ROOT);
    return weight != 1 ? tiered + " " + weight : tier != Tier.MAIN ? tiered : shortest;
  }
}
