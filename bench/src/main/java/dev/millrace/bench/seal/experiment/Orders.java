package dev.millrace.bench.seal.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// Made-up content as services keep it: orders in JSON. Equal seeds give equal orders.
public final class Orders {
  private static final List<String> FIRST_NAMES =
      List.of(
          "Anna", "Bernd", "Carla", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas",
          "Karim", "Lena", "Marta", "Nils", "Olga", "Pavel", "Quentin", "Rosa", "Stefan", "Tamara",
          "Ulf", "Vera", "Walter", "Xenia", "Yusuf", "Zoe");
  private static final List<String> LAST_NAMES =
      List.of(
          "Schmidt",
          "Novak",
          "Garcia",
          "Rossi",
          "Martin",
          "Kowalski",
          "Jensen",
          "Dubois",
          "Andersson",
          "Nagy",
          "Petrov",
          "Fischer",
          "Weber",
          "Silva",
          "Costa",
          "Moreau",
          "Ivanov",
          "Horvat",
          "Larsen",
          "Keller");
  private static final List<String> CITIES =
      List.of(
          "Berlin",
          "Prague",
          "Madrid",
          "Rome",
          "Paris",
          "Warsaw",
          "Copenhagen",
          "Lyon",
          "Stockholm",
          "Budapest",
          "Sofia",
          "Vienna",
          "Zurich",
          "Lisbon",
          "Porto",
          "Oslo");
  private static final List<String> STATES =
      List.of("new", "paid", "packed", "shipped", "delivered", "returned");

  private final SplittableRandom random;

  private Orders(long seed) {
    random = new SplittableRandom(seed);
  }

  /// A list of orders, one in each line, of at least that many bytes.
  public static byte[] json(int size, long seed) {
    Orders orders = new Orders(seed);
    StringBuilder json = new StringBuilder("{\"version\":3,\"source\":\"orders\",\"records\":[\n");
    while (json.length() < size) {
      json.append(orders.next()).append(",\n");
    }
    return json.append("]}\n").toString().getBytes(UTF_8);
  }

  private String next() {
    String first = any(FIRST_NAMES);
    String last = any(LAST_NAMES);
    return "{\"id\":%d,\"created\":\"%s\",\"customer\":%s,\"status\":\"%s\",\"total\":%d.%02d,\"token\":\"%08x\"}"
        .formatted(
            random.nextInt(100_000, 1_000_000),
            instant(),
            customer(first, last),
            any(STATES),
            random.nextInt(2_000),
            random.nextInt(100),
            random.nextInt());
  }

  private String instant() {
    return "2026-%02d-%02dT%02d:%02d:%02d.%03dZ"
        .formatted(
            random.nextInt(1, 13),
            random.nextInt(1, 29),
            random.nextInt(24),
            random.nextInt(60),
            random.nextInt(60),
            random.nextInt(1_000));
  }

  private String customer(String first, String last) {
    return "{\"name\":\"%s %s\",\"email\":\"%s.%s%d@example.com\",\"city\":\"%s\"}"
        .formatted(
            first,
            last,
            first.toLowerCase(Locale.ROOT),
            last.toLowerCase(Locale.ROOT),
            random.nextInt(100),
            any(CITIES));
  }

  private String any(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }
}
