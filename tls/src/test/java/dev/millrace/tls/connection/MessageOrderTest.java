package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.connection.LyingPeer.Lie;
import dev.millrace.tls.connection.LyingPeer.Said;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.HandshakeType;
import dev.millrace.tls.message.MessageSamples;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The orders of messages that are legal, and that no other is.
class MessageOrderTest {
  /// What has no place among the messages of TLS 1.3.
  private static final Set<String> BESIDES = Set.of("CCS", "DATA");

  /// What becomes of a record that is not expected: where it comes in the clear but all others are
  /// protected already, it cannot be told from one that was forged.
  private static final Set<Alert> REFUSED = Set.of(Alert.UNEXPECTED_MESSAGE, Alert.BAD_RECORD_MAC);

  static Stream<Arguments> orders() {
    return Stream.of(
            certificates(),
            sessions(),
            earlyData(),
            compressedCertificates(),
            externalKeys(),
            tls12())
        .flatMap(orders -> orders);
  }

  private static Stream<Arguments> certificates() {
    return Stream.of(
        server(
            Scenario.FULL,
            "SERVER_HELLO CCS ENCRYPTED_EXTENSIONS CERTIFICATE CERTIFICATE_VERIFY FINISHED TICKETS"),
        client(Scenario.FULL, "CLIENT_HELLO CCS FINISHED"),
        server(
            Scenario.ANOTHER_SHARE,
            "SERVER_HELLO CCS SERVER_HELLO ENCRYPTED_EXTENSIONS CERTIFICATE CERTIFICATE_VERIFY"
                + " FINISHED TICKETS"),
        client(Scenario.ANOTHER_SHARE, "CLIENT_HELLO CCS CLIENT_HELLO FINISHED"),
        server(
            Scenario.CLIENT_CERTIFICATE,
            "SERVER_HELLO CCS ENCRYPTED_EXTENSIONS CERTIFICATE_REQUEST CERTIFICATE"
                + " CERTIFICATE_VERIFY FINISHED TICKETS"),
        client(
            Scenario.CLIENT_CERTIFICATE,
            "CLIENT_HELLO CCS CERTIFICATE CERTIFICATE_VERIFY FINISHED"),
        server(
            Scenario.CLIENT_CERTIFICATE_RETRIED,
            "SERVER_HELLO CCS SERVER_HELLO ENCRYPTED_EXTENSIONS CERTIFICATE_REQUEST CERTIFICATE"
                + " CERTIFICATE_VERIFY FINISHED TICKETS"),
        client(
            Scenario.CLIENT_CERTIFICATE_RETRIED,
            "CLIENT_HELLO CCS CLIENT_HELLO CERTIFICATE CERTIFICATE_VERIFY FINISHED"));
  }

  private static Stream<Arguments> sessions() {
    return Stream.of(
        server(Scenario.RESUMED, "SERVER_HELLO CCS ENCRYPTED_EXTENSIONS FINISHED TICKETS"),
        client(Scenario.RESUMED, "CLIENT_HELLO CCS FINISHED"),
        server(
            Scenario.RESUMED_RETRIED,
            "SERVER_HELLO CCS SERVER_HELLO ENCRYPTED_EXTENSIONS FINISHED TICKETS"),
        client(Scenario.RESUMED_RETRIED, "CLIENT_HELLO CCS CLIENT_HELLO FINISHED"));
  }

  private static Stream<Arguments> earlyData() {
    return Stream.of(
        server(Scenario.EARLY_DATA, "SERVER_HELLO CCS ENCRYPTED_EXTENSIONS FINISHED TICKETS"),
        client(Scenario.EARLY_DATA, "CLIENT_HELLO CCS DATA END_OF_EARLY_DATA FINISHED"),
        server(
            Scenario.EARLY_DATA_REFUSED, "SERVER_HELLO CCS ENCRYPTED_EXTENSIONS FINISHED TICKETS"),
        client(Scenario.EARLY_DATA_REFUSED, "CLIENT_HELLO CCS DATA FINISHED"),
        server(
            Scenario.EARLY_DATA_RETRIED,
            "SERVER_HELLO CCS SERVER_HELLO ENCRYPTED_EXTENSIONS FINISHED TICKETS"),
        client(Scenario.EARLY_DATA_RETRIED, "CLIENT_HELLO CCS DATA CLIENT_HELLO FINISHED"));
  }

  private static Stream<Arguments> compressedCertificates() {
    return Stream.of(
        server(
            Scenario.COMPRESSED,
            "SERVER_HELLO CCS ENCRYPTED_EXTENSIONS CERTIFICATE_REQUEST COMPRESSED_CERTIFICATE"
                + " CERTIFICATE_VERIFY FINISHED TICKETS"),
        client(
            Scenario.COMPRESSED,
            "CLIENT_HELLO CCS COMPRESSED_CERTIFICATE CERTIFICATE_VERIFY FINISHED"),
        server(
            Scenario.COMPRESSED_RETRIED,
            "SERVER_HELLO CCS SERVER_HELLO ENCRYPTED_EXTENSIONS CERTIFICATE_REQUEST"
                + " COMPRESSED_CERTIFICATE CERTIFICATE_VERIFY FINISHED TICKETS"),
        client(
            Scenario.COMPRESSED_RETRIED,
            "CLIENT_HELLO CCS CLIENT_HELLO COMPRESSED_CERTIFICATE CERTIFICATE_VERIFY FINISHED"));
  }

  private static Stream<Arguments> externalKeys() {
    return Stream.of(
        server(Scenario.EXTERNAL_PSK, "SERVER_HELLO CCS ENCRYPTED_EXTENSIONS FINISHED TICKETS"),
        client(Scenario.EXTERNAL_PSK, "CLIENT_HELLO CCS FINISHED"),
        server(
            Scenario.EXTERNAL_PSK_RETRIED,
            "SERVER_HELLO CCS SERVER_HELLO ENCRYPTED_EXTENSIONS FINISHED TICKETS"),
        client(Scenario.EXTERNAL_PSK_RETRIED, "CLIENT_HELLO CCS CLIENT_HELLO FINISHED"));
  }

  private static Stream<Arguments> tls12() {
    return Stream.of(
        server(
            Scenario.FULL_12,
            "SERVER_HELLO CERTIFICATE SERVER_KEY_EXCHANGE SERVER_HELLO_DONE NEW_SESSION_TICKET CCS"
                + " FINISHED"),
        client(Scenario.FULL_12, "CLIENT_HELLO CLIENT_KEY_EXCHANGE CCS FINISHED"),
        server(
            Scenario.CLIENT_CERTIFICATE_12,
            "SERVER_HELLO CERTIFICATE SERVER_KEY_EXCHANGE CERTIFICATE_REQUEST SERVER_HELLO_DONE"
                + " NEW_SESSION_TICKET CCS FINISHED"),
        client(
            Scenario.CLIENT_CERTIFICATE_12,
            "CLIENT_HELLO CERTIFICATE CLIENT_KEY_EXCHANGE CERTIFICATE_VERIFY CCS FINISHED"),
        server(Scenario.RESUMED_12, "SERVER_HELLO CCS FINISHED"),
        client(Scenario.RESUMED_12, "CLIENT_HELLO CCS FINISHED"),
        server(Scenario.REPLACED_TICKET_12, "SERVER_HELLO NEW_SESSION_TICKET CCS FINISHED"),
        client(Scenario.REPLACED_TICKET_12, "CLIENT_HELLO CCS FINISHED"),
        server(Scenario.RESUMED_BY_ID_12, "SERVER_HELLO CCS FINISHED"),
        client(Scenario.RESUMED_BY_ID_12, "CLIENT_HELLO CCS FINISHED"));
  }

  private static Arguments server(Scenario scenario, String order) {
    return Arguments.of(
        scenario, true, order.replace("TICKETS", "NEW_SESSION_TICKET NEW_SESSION_TICKET"));
  }

  private static Arguments client(Scenario scenario, String order) {
    return Arguments.of(scenario, false, order);
  }

  @ParameterizedTest
  @MethodSource("orders")
  void an_honest_peer_keeps_to_the_order(Scenario scenario, boolean fromServer, String order)
      throws TlsFailure {
    List<String> said = new ArrayList<>();

    Duel duel =
        Duel.of(
                scenario,
                fromServer,
                (index, truth) -> {
                  said.add(name(truth));
                  return List.of(truth);
                })
            .fight();

    assertThat(duel.victim().isEstablished()).isTrue();
    assertThat(duel.liar().isEstablished()).isTrue();
    assertThat(String.join(" ", said)).isEqualTo(order);
  }

  @ParameterizedTest
  @MethodSource("orders")
  void any_other_message_is_unexpected(Scenario scenario, boolean fromServer, String order)
      throws TlsFailure {
    List<String> legal = List.of(order.split(" ", -1));
    SoftAssertions all = new SoftAssertions();
    for (int index = 0; index <= legal.size(); index++) {
      if (isPassedOver(scenario, legal, index)) {
        continue;
      }
      // As long as the version is not known, messages are read as those of TLS 1.3.
      ProtocolVersion version = index == 0 ? ProtocolVersion.TLS_1_3 : scenario.version();
      Set<Alert> refused = isInTheClear(legal, index) ? REFUSED : Set.of(Alert.UNEXPECTED_MESSAGE);
      for (HandshakeMessage other : MessageSamples.of(version)) {
        if (!isLegal(scenario, fromServer, legal, index, other.type())) {
          TlsFailure failure = insert(scenario, fromServer, index, other);
          all.assertThat(failure == null ? null : failure.alert())
              .as("%s at %d: %s", other.type(), index, failure)
              .isIn(refused);
        }
      }
    }
    all.assertAll();
  }

  @ParameterizedTest
  @MethodSource("orders")
  void no_message_can_be_left_out(Scenario scenario, boolean fromServer, String order)
      throws TlsFailure {
    List<String> legal = List.of(order.split(" ", -1));
    for (int index = 0; index < legal.size() - 1; index++) {
      int left = index;
      if (mayBeLeftOut(scenario, legal.get(index))) {
        continue;
      }
      Duel duel =
          Duel.of(scenario, fromServer, (at, truth) -> at == left ? List.of() : List.of(truth))
              .fight();
      assertThat(duel.victim().isEstablished())
          .as("without %s: %s", legal.get(index), duel.failure())
          .isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("orders")
  void only_early_data_comes_before_the_end(Scenario scenario, boolean fromServer, String order)
      throws TlsFailure {
    List<String> legal = List.of(order.split(" ", -1));
    for (int index = 0; index <= legal.indexOf("FINISHED"); index++) {
      Duel duel =
          Duel.of(scenario, fromServer, inserting(index, ContentType.APPLICATION_DATA, new byte[1]))
              .fight();
      if (isEarlyData(scenario, legal, index) || isPassedOver(scenario, legal, index)) {
        assertThat(duel.failure()).as("at %d", index).isNull();
        assertThat(duel.victim().isEstablished()).as("at %d", index).isTrue();
      } else {
        assertThat(alert(duel)).as("at %d: %s", index, duel.failure()).isIn(REFUSED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("orders")
  void a_change_cipher_spec_has_its_place_in_12_and_no_meaning_in_13(
      Scenario scenario, boolean fromServer, String order) throws TlsFailure {
    List<String> legal = List.of(order.split(" ", -1));
    for (int index = 0; index <= legal.indexOf("FINISHED"); index++) {
      boolean expected = scenario.version() == ProtocolVersion.TLS_1_3 && (fromServer || index > 0);
      Duel duel =
          Duel.of(
                  scenario,
                  fromServer,
                  inserting(index, ContentType.CHANGE_CIPHER_SPEC, new byte[] {1}))
              .fight();
      if (expected) {
        assertThat(duel.failure()).as("at %d", index).isNull();
        assertThat(duel.victim().isEstablished()).isTrue();
      } else {
        assertThat(duel.victim().isEstablished()).as("at %d", index).isFalse();
        assertThat(alert(duel)).as("at %d: %s", index, duel.failure()).isIn(REFUSED);
      }
    }
  }

  /// What the victim says to a message in the place of the one at an index, or after all of them.
  private static @Nullable TlsFailure insert(
      Scenario scenario, boolean fromServer, int index, HandshakeMessage message)
      throws TlsFailure {
    byte[] encoding = message.encode();
    Duel duel =
        Duel.of(scenario, fromServer, inserting(index, ContentType.HANDSHAKE, encoding)).fight();
    if (duel.failure() == null) {
      duel.liar().say(message);
      duel.goOn();
    }
    return duel.failure();
  }

  private static Lie inserting(int index, ContentType type, byte[] content) {
    return (at, truth) -> at == index ? List.of(new Said(type, content), truth) : List.of(truth);
  }

  private static boolean isLegal(
      Scenario scenario, boolean fromServer, List<String> legal, int index, HandshakeType type) {
    String next = nextMessage(legal, index);
    if (type.name().equals(next)) {
      return true;
    }
    boolean tls13 = scenario.version() == ProtocolVersion.TLS_1_3;
    return switch (type) {
      case CERTIFICATE_REQUEST ->
          fromServer
              && (tls13
                  ? "CERTIFICATE".equals(next) && !legal.contains("CERTIFICATE_REQUEST")
                  : "SERVER_HELLO_DONE".equals(next) && !legal.contains("CERTIFICATE_REQUEST"));
      case CERTIFICATE ->
          tls13 && ("CERTIFICATE_REQUEST".equals(next) || "COMPRESSED_CERTIFICATE".equals(next));
      case COMPRESSED_CERTIFICATE ->
          "CERTIFICATE_REQUEST".equals(next) && legal.contains("COMPRESSED_CERTIFICATE");
      case SERVER_HELLO_DONE -> "CERTIFICATE_REQUEST".equals(next);
      case NEW_SESSION_TICKET, KEY_UPDATE ->
          tls13
              && isAfterFinished(legal, index)
              && (fromServer || type == HandshakeType.KEY_UPDATE);
      // The wish for a renegotiation is refused as such.
      case CLIENT_HELLO -> !fromServer && !tls13 && isAfterFinished(legal, index);
      case HELLO_REQUEST -> fromServer && !tls13 && isAfterFinished(legal, index);
      default -> false;
    };
  }

  /// Whether an honest peer of TLS 1.3 has no keys yet at an index, where the victim has.
  private static boolean isInTheClear(List<String> legal, int index) {
    return index == 1 && legal.get(index).equals("CCS");
  }

  /// Whether application data may come at an index.
  private static boolean isEarlyData(Scenario scenario, List<String> legal, int index) {
    int data = legal.indexOf("DATA");
    return switch (scenario) {
      case EARLY_DATA -> data >= 0 && (index == data || index == data + 1);
      // Here all records of its type are taken for early data, encrypted or not.
      case EARLY_DATA_RETRIED -> data >= 0 && index > 0 && index <= data + 1;
      // And here those that cannot be read.
      case EARLY_DATA_REFUSED -> data >= 0 && index > 0 && index <= data;
      default -> false;
    };
  }

  /// Whether all that is said at an index is taken for early data that is not wanted.
  private static boolean isPassedOver(Scenario scenario, List<String> legal, int index) {
    boolean unwanted =
        scenario == Scenario.EARLY_DATA_REFUSED || scenario == Scenario.EARLY_DATA_RETRIED;
    return unwanted && index == legal.indexOf("DATA");
  }

  private static boolean isAfterFinished(List<String> legal, int index) {
    return index > legal.indexOf("FINISHED");
  }

  private static @Nullable String nextMessage(List<String> legal, int index) {
    return legal.stream()
        .skip(index)
        .filter(Predicate.not(BESIDES::contains))
        .findFirst()
        .orElse(null);
  }

  private static boolean mayBeLeftOut(Scenario scenario, String message) {
    boolean tls13 = scenario.version() == ProtocolVersion.TLS_1_3;
    return message.equals("CERTIFICATE_REQUEST")
        || message.equals("DATA")
        || (tls13 && Set.of("CCS", "NEW_SESSION_TICKET").contains(message));
  }

  private static @Nullable Alert alert(Duel duel) {
    TlsFailure failure = duel.failure();
    return failure == null ? null : failure.alert();
  }

  private static String name(Said said) {
    ContentType type = said.type();
    return type == ContentType.CHANGE_CIPHER_SPEC
        ? "CCS"
        : type == ContentType.APPLICATION_DATA
            ? "DATA"
            : String.valueOf(HandshakeType.ofCode(said.content()[0]));
  }
}
