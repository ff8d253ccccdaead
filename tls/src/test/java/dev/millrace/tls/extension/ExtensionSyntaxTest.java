package dev.millrace.tls.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.message.MessageSamples;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtensionSyntaxTest {
  private static final int UNKNOWN = 0x7A7A;
  private static final Set<Integer> ONLY_12 =
      Set.of(
          ExtensionType.EC_POINT_FORMATS,
          ExtensionType.EXTENDED_MASTER_SECRET,
          ExtensionType.SESSION_TICKET,
          ExtensionType.RENEGOTIATION_INFO);

  static Stream<Arguments> extensions() {
    return MessageSamples.EXTENSIONS.entrySet().stream()
        .flatMap(entry ->
            entry.getValue().stream().map(extension -> Arguments.of(entry.getKey(), extension)));
  }

  @ParameterizedTest
  @MethodSource("extensions")
  void what_is_written_is_read(ExtensionPlace place, Extension extension) throws PeerMisbehaved {
    byte[] encoding = encoding(extension.type(), body(extension));

    Extensions read = Extensions.parse(new WireReader(encoding), place);

    assertThat(read.list())
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(extension);
    WireWriter out = new WireWriter();
    read.write(out);
    assertThat(out.toByteArray()).isEqualTo(encoding);
  }

  @ParameterizedTest
  @MethodSource("extensions")
  void a_body_cut_anywhere_is_refused(ExtensionPlace place, Extension extension) {
    byte[] body = body(extension);
    boolean anyLength =
        extension instanceof UnknownExtension
            || extension instanceof SessionTicket
            || extension instanceof Padding;
    for (int length = 0; length < body.length && !anyLength; length++) {
      assertMisbehaviour(
          Misbehaviour.MALFORMED_MESSAGE,
          encoding(extension.type(), Arrays.copyOf(body, length)),
          place);
    }
  }

  @ParameterizedTest
  @MethodSource("extensions")
  void nothing_may_follow_a_body(ExtensionPlace place, Extension extension) {
    byte[] body = body(extension);
    boolean anyLength =
        extension instanceof UnknownExtension
            || extension instanceof SessionTicket
            || extension instanceof Padding;
    if (!anyLength) {
      assertMisbehaviour(
          Misbehaviour.MALFORMED_MESSAGE,
          encoding(extension.type(), Arrays.copyOf(body, body.length + 1)),
          place);
    }
  }

  /// In proportion it takes a tenth of a second in all, in proportion to the square many.
  @Test
  @Timeout(4)
  void many_key_shares_cost_no_more_than_their_number() throws PeerMisbehaved {
    List<KeyShare.Entry> entries =
        IntStream.range(0, 7000).mapToObj(i -> new KeyShare.Entry(i, new byte[1])).toList();
    WireWriter out = new WireWriter();
    Extensions.of(new KeyShare.Offered(entries)).write(out);

    for (int i = 0; i < 300; i++) {
      Extensions.parse(new WireReader(out.toByteArray()), ExtensionPlace.CLIENT_HELLO);
    }
  }

  @ParameterizedTest
  @MethodSource("extensions")
  void an_extension_is_there_once(ExtensionPlace place, Extension extension) {
    WireWriter out = new WireWriter();
    Extensions.of(extension, new UnknownExtension(0x8A8A, new byte[0]), extension).write(out);

    assertMisbehaviour(
        switch (place) {
          case HELLO_RETRY_REQUEST, NEW_SESSION_TICKET -> Misbehaviour.REPEATED_EXTENSION;
          default -> Misbehaviour.DUPLICATE_EXTENSION;
        },
        out.toByteArray(),
        place);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {ExtensionType.CLIENT_CERTIFICATE_TYPE, ExtensionType.SERVER_CERTIFICATE_TYPE})
  void types_of_certificates_are_more_than_the_default(int type) throws PeerMisbehaved {
    ExtensionPlace place = ExtensionPlace.CLIENT_HELLO;
    assertMisbehaviour(
        Misbehaviour.NOTHING_BUT_X509_OFFERED, encoding(type, new byte[] {1, 0}), place);
    assertMisbehaviour(Misbehaviour.MALFORMED_MESSAGE, encoding(type, new byte[] {0}), place);

    byte[] unknown = encoding(type, new byte[] {3, 9, 2, 0});
    assertThat(Extensions.parse(new WireReader(unknown), place).list()).hasSize(1);
  }

  /// What only TLS 1.2 knows is in a message of TLS 1.3 no better than what nobody knows.
  @ParameterizedTest
  @EnumSource
  void an_extension_that_is_known_is_refused_where_it_may_not_be(ExtensionPlace place) {
    Set<Integer> allowed =
        samples(place).map(Extension::type).collect(Collectors.toUnmodifiableSet());
    for (int type : knownTypes()) {
      if (!allowed.contains(type)) {
        assertMisbehaviour(
            ONLY_12.contains(type)
                ? Misbehaviour.UNSOLICITED_EXTENSION
                : Misbehaviour.FORBIDDEN_EXTENSION,
            encoding(type, new byte[0]),
            place);
      }
    }
  }

  /// The table of RFC 8446, section 4.2, with what a ServerHello of TLS 1.2 has besides: CH, SH,
  /// HRR, EE, CT, CR and NST are its names of the messages.
  @Test
  void extensions_are_where_the_table_has_them() {
    Map<Integer, String> table = new TreeMap<>();
    table.put(ExtensionType.SERVER_NAME, "CH SH EE");
    table.put(ExtensionType.STATUS_REQUEST, "CH SH CT CR");
    table.put(ExtensionType.SUPPORTED_GROUPS, "CH SH EE");
    table.put(ExtensionType.EC_POINT_FORMATS, "CH SH");
    table.put(ExtensionType.SIGNATURE_ALGORITHMS, "CH CR");
    table.put(ExtensionType.APPLICATION_LAYER_PROTOCOL_NEGOTIATION, "CH SH EE");
    table.put(ExtensionType.CLIENT_CERTIFICATE_TYPE, "CH SH EE");
    table.put(ExtensionType.SERVER_CERTIFICATE_TYPE, "CH SH EE");
    table.put(ExtensionType.PADDING, "CH");
    table.put(ExtensionType.EXTENDED_MASTER_SECRET, "CH SH");
    table.put(ExtensionType.COMPRESS_CERTIFICATE, "CH CR");
    table.put(ExtensionType.RECORD_SIZE_LIMIT, "CH SH EE");
    table.put(ExtensionType.SESSION_TICKET, "CH SH");
    table.put(ExtensionType.PRE_SHARED_KEY, "CH SH");
    table.put(ExtensionType.EARLY_DATA, "CH EE NST");
    table.put(ExtensionType.SUPPORTED_VERSIONS, "CH SH HRR");
    table.put(ExtensionType.COOKIE, "CH HRR");
    table.put(ExtensionType.PSK_KEY_EXCHANGE_MODES, "CH");
    table.put(ExtensionType.CERTIFICATE_AUTHORITIES, "CH CR");
    table.put(ExtensionType.SIGNATURE_ALGORITHMS_CERT, "CH CR");
    table.put(ExtensionType.KEY_SHARE, "CH SH HRR");
    table.put(ExtensionType.RENEGOTIATION_INFO, "CH SH");
    table.put(UNKNOWN, "CH SH HRR EE CT CR NST");

    assertThat(samplesByType()).isEqualTo(table);
  }

  private static Map<Integer, String> samplesByType() {
    Map<ExtensionPlace, String> names = new EnumMap<>(ExtensionPlace.class);
    names.put(ExtensionPlace.CLIENT_HELLO, "CH");
    names.put(ExtensionPlace.SERVER_HELLO, "SH");
    names.put(ExtensionPlace.HELLO_RETRY_REQUEST, "HRR");
    names.put(ExtensionPlace.ENCRYPTED_EXTENSIONS, "EE");
    names.put(ExtensionPlace.CERTIFICATE, "CT");
    names.put(ExtensionPlace.CERTIFICATE_REQUEST, "CR");
    names.put(ExtensionPlace.NEW_SESSION_TICKET, "NST");
    Map<Integer, String> found = new TreeMap<>();
    names.forEach((place, name) ->
        samples(place)
            .forEach(each -> found.merge(each.type(), name, (all, more) -> all + " " + more)));
    return found;
  }

  private static int[] knownTypes() {
    return MessageSamples.EXTENSIONS.values().stream()
        .flatMap(List::stream)
        .flatMapToInt(each -> IntStream.of(each.type()))
        .filter(type -> type != UNKNOWN)
        .distinct()
        .toArray();
  }

  private static Stream<Extension> samples(ExtensionPlace place) {
    return MessageSamples.EXTENSIONS.getOrDefault(place, List.of()).stream();
  }

  private static byte[] body(Extension extension) {
    WireWriter out = new WireWriter();
    extension.writeBody(out);
    return out.toByteArray();
  }

  private static byte[] encoding(int type, byte[] body) {
    WireWriter out = new WireWriter();
    Extensions.of(new UnknownExtension(type, body)).write(out);
    return out.toByteArray();
  }

  private static void assertMisbehaviour(
      Misbehaviour misbehaviour, byte[] encoding, ExtensionPlace place) {
    assertThatThrownBy(() -> Extensions.parse(new WireReader(encoding), place))
        .isInstanceOfSatisfying(
            PeerMisbehaved.class, e -> assertThat(e.misbehaviour()).isEqualTo(misbehaviour));
  }
}
