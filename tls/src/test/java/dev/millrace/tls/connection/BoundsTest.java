package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.connection.LyingPeer.Lie;
import dev.millrace.tls.connection.LyingPeer.Said;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.extension.PskKeyExchangeModes;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.HandshakeType;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.message.NewSessionTicket;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.wire.ProtocolVersion;
import java.lang.reflect.Proxy;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever a peer can send without end, or of any size, has a bound.
class BoundsTest {
  private static final int USELESS = 32;
  private static final byte[] NOTHING = {};

  @ParameterizedTest
  @EnumSource(names = {"FULL", "FULL_12"})
  void a_message_is_refused_by_the_length_that_it_claims(Scenario scenario) throws TlsFailure {
    byte[] header = {(byte) HandshakeType.CERTIFICATE.code(), 0, (byte) 0x80, 1};

    Duel duel = Duel.of(scenario, true, instead(HandshakeType.CERTIFICATE, header)).fight();

    assertMisbehaviour(duel, Misbehaviour.MESSAGE_TOO_LARGE);
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "FULL_12"})
  void a_chain_has_ten_certificates_at_most(Scenario scenario) throws Exception {
    Duel ten = Duel.of(scenario, true, instead(HandshakeType.CERTIFICATE, chain(scenario, 10)));
    Duel eleven = Duel.of(scenario, true, instead(HandshakeType.CERTIFICATE, chain(scenario, 11)));

    assertThat(ten.fight().victim().isEstablished()).isTrue();
    assertMisbehaviour(eleven.fight(), Misbehaviour.CERTIFICATE_CHAIN_TOO_LONG);
  }

  @Test
  void there_is_one_raw_key_at_most() throws Exception {
    byte[] key = Scenario.identity().certificate().getPublicKey().getEncoded();
    CertificateMessage.Entry entry = new CertificateMessage.Entry(key, Extensions.NONE);
    byte[] two = new CertificateMessage(NOTHING, List.of(entry, entry)).encode();

    Duel duel = Duel.of(Scenario.RAW_KEYS, true, instead(HandshakeType.CERTIFICATE, two)).fight();

    assertMisbehaviour(duel, Misbehaviour.SEVERAL_PUBLIC_KEYS);
  }

  private static byte[] chain(Scenario scenario, int length) throws CertificateEncodingException {
    byte[] der = Scenario.identity().certificate().getEncoded();
    HandshakeMessage message =
        scenario.version() == ProtocolVersion.TLS_1_3
            ? new CertificateMessage(
                NOTHING,
                Collections.nCopies(length, new CertificateMessage.Entry(der, Extensions.NONE)))
            : CertificateMessage12.of(Collections.nCopies(length, der));
    return message.encode();
  }

  @ParameterizedTest
  @EnumSource
  void messages_may_come_byte_by_byte(Scenario scenario) throws TlsFailure {
    for (boolean client : new boolean[] {true, false}) {
      Duel duel = Duel.of(scenario, client, (index, truth) -> byteByByte(truth)).fight();

      assertThat(duel.failure()).isNull();
      assertThat(duel.victim().isEstablished()).isTrue();
    }
  }

  private static List<Said> byteByByte(Said truth) {
    return IntStream.range(0, truth.content().length)
        .mapToObj(i -> new Said(truth.type(), new byte[] {truth.content()[i]}))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "FULL_12"})
  void empty_records_come_to_an_end(Scenario scenario) throws TlsFailure {
    for (boolean client : new boolean[] {true, false}) {
      assertBound(
          Duel.of(scenario, client, LyingPeer.NONE).fight(),
          USELESS,
          liar -> liar.say(ContentType.APPLICATION_DATA, NOTHING),
          Misbehaviour.TOO_MANY_EMPTY_RECORDS);
    }
  }

  @Test
  void warnings_come_to_an_end() throws TlsFailure {
    byte[] noCertificate = {1, 41};
    assertBound(
        Duel.of(Scenario.FULL_12, true, LyingPeer.NONE).fight(),
        4,
        liar -> liar.say(ContentType.ALERT, noCertificate),
        Misbehaviour.TOO_MANY_WARNINGS);
  }

  @Test
  void the_one_warning_of_13_comes_to_an_end() throws TlsFailure {
    byte[] userCanceled = {1, 90};
    assertBound(
        Duel.of(Scenario.FULL, false, LyingPeer.NONE).fight(),
        4,
        liar -> liar.say(ContentType.ALERT, userCanceled),
        Misbehaviour.TOO_MANY_WARNINGS);
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "ANOTHER_SHARE"})
  void changes_without_meaning_come_to_an_end(Scenario scenario) throws TlsFailure {
    for (boolean client : new boolean[] {true, false}) {
      Duel duel = Duel.of(scenario, client, (index, truth) -> many(index, truth, 33)).fight();

      assertMisbehaviour(duel, Misbehaviour.UNEXPECTED_CHANGE_CIPHER_SPEC);
      assertThat(duel.victim().isEstablished()).isFalse();
    }
  }

  private static List<Said> many(int index, Said truth, int changes) {
    Said change = new Said(ContentType.CHANGE_CIPHER_SPEC, new byte[] {1});
    return index == 0
        ? Stream.concat(Stream.of(truth), Collections.nCopies(changes, change).stream()).toList()
        : List.of(truth);
  }

  @Test
  void key_updates_without_data_come_to_an_end() throws TlsFailure {
    for (boolean client : new boolean[] {true, false}) {
      Duel duel = Duel.of(Scenario.FULL, client, LyingPeer.NONE).fight();
      duel.liar().say(ContentType.APPLICATION_DATA, new byte[1]);
      assertBound(duel.goOn(), USELESS, BoundsTest::updateKeys, Misbehaviour.TOO_MANY_KEY_UPDATES);
    }
  }

  @Test
  void each_record_that_was_sent_may_bring_a_key_update() throws TlsFailure {
    Duel duel = Duel.of(Scenario.FULL, true, LyingPeer.NONE).fight();
    duel.liar().say(ContentType.APPLICATION_DATA, new byte[1]);
    int records = 100;
    for (int i = 0; i < records; i++) {
      duel.victimSends(1);
    }
    assertBound(duel, USELESS + records, BoundsTest::updateKeys, Misbehaviour.TOO_MANY_KEY_UPDATES);
  }

  @Test
  void key_updates_between_data_have_no_end() throws TlsFailure {
    Duel duel = Duel.of(Scenario.FULL, true, LyingPeer.NONE).fight();
    for (int i = 0; i < 200; i++) {
      updateKeys(duel.liar());
      duel.liar().say(ContentType.APPLICATION_DATA, new byte[1]);
      duel.goOn();
    }
    assertThat(duel.failure()).isNull();
  }

  private static void updateKeys(LyingPeer liar) throws TlsFailure {
    liar.say(new KeyUpdate(true));
    liar.updateWriteKeys();
  }

  @Test
  void tickets_without_data_come_to_an_end() throws TlsFailure {
    Duel duel = Duel.of(Scenario.FULL, true, LyingPeer.NONE).fight();
    duel.liar().say(ContentType.APPLICATION_DATA, new byte[1]);
    NewSessionTicket ticket =
        new NewSessionTicket(100, 0, new byte[1], new byte[100], Extensions.NONE);
    assertBound(duel.goOn(), USELESS, liar -> liar.say(ticket), Misbehaviour.TOO_MANY_TICKETS);
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "ANOTHER_SHARE"})
  void early_data_that_is_not_wanted_comes_to_an_end(Scenario scenario) throws TlsFailure {
    Duel duel =
        Duel.of(scenario, false, helloWith(new EarlyData.Indicated(), 4, new byte[4000])).fight();
    assertThat(duel.failure())
        .satisfiesAnyOf(
            failure -> assertThat(failure).isNull(),
            failure -> assertThat(failure).hasMessageNotContaining("early"));

    Duel more =
        Duel.of(scenario, false, helloWith(new EarlyData.Indicated(), 5, new byte[4000])).fight();
    assertMisbehaviour(more, Misbehaviour.TOO_MUCH_EARLY_DATA);
  }

  /// A server that may send large messages may send tickets that fit into no ClientHello.
  @ParameterizedTest
  @EnumSource
  void a_ticket_without_room_is_not_offered(ProtocolVersion version) throws TlsFailure {
    for (int length : new int[] {32_000, 65_400}) {
      Policy policy =
          TestPeer.policy().versions(List.of(version)).clock(SharedTickets.CLOCK).build();
      ResumableSession session = SharedTickets.offer(new byte[length], null, version);
      TestPeer client = TestPeer.client(policy).offering(session);

      TestPeer.talk(client, TestPeer.server(policy, Scenario.identity()));

      assertThat(client.connection().isEstablished()).isTrue();
    }
  }

  @Test
  void eight_offers_of_keys_are_looked_at() throws TlsFailure {
    AtomicInteger redeemed = new AtomicInteger();
    PreSharedKey.Offered offer =
        new PreSharedKey.Offered(
            Collections.nCopies(100, new PreSharedKey.Identity(new byte[100], 0)),
            Collections.nCopies(100, new byte[32]));

    Duel.withServer(
            TestPeer.policy().tickets(counting(redeemed), 0).build(),
            Scenario.FULL,
            helloWith(offer, 0, NOTHING))
        .fight();

    assertThat(redeemed).hasValue(8);
  }

  private static Tickets counting(AtomicInteger redeemed) {
    return (Tickets)
        Proxy.newProxyInstance(
            Tickets.class.getClassLoader(),
            new Class<?>[] {Tickets.class},
            (_, method, arguments) -> {
              if (method.getName().equals("redeem")) {
                redeemed.incrementAndGet();
              }
              return method.invoke(Tickets.none(), arguments);
            });
  }

  /// A first ClientHello with one more extension, and undecipherable records after it.
  private static Lie helloWith(Extension more, int records, byte[] content) {
    byte[] record = new byte[5 + content.length];
    record[0] = (byte) ContentType.APPLICATION_DATA.code();
    record[1] = 3;
    record[2] = 3;
    record[3] = (byte) (content.length >>> 8);
    record[4] = (byte) content.length;
    return (index, truth) -> {
      if (index > 0) {
        return List.of(truth);
      }
      List<Said> all = new ArrayList<>(List.of(new Said(truth.type(), extended(truth, more))));
      all.addAll(Collections.nCopies(records, new Said(null, record)));
      return all;
    };
  }

  private static byte[] extended(Said hello, Extension more) {
    try {
      ClientHello honest =
          (ClientHello) HandshakeMessage.parse(hello.content(), ProtocolVersion.TLS_1_3);
      List<Extension> extensions = new ArrayList<>(honest.extensions().list());
      if (!honest.extensions().has(PskKeyExchangeModes.class)) {
        extensions.add(PskKeyExchangeModes.withKeyExchange());
      }
      extensions.add(more);
      return honest.with(Extensions.of(extensions)).encode();
    } catch (PeerMisbehaved e) {
      throw new IllegalStateException(e);
    }
  }

  private static Lie instead(HandshakeType type, byte[] content) {
    return (index, truth) ->
        truth.type() == ContentType.HANDSHAKE && truth.content()[0] == type.code()
            ? List.of(new Said(truth.type(), content))
            : List.of(truth);
  }

  private interface Nuisance {
    void trouble(LyingPeer liar) throws TlsFailure;
  }

  /// A victim stands something so many times, and not once more.
  private static void assertBound(
      Duel duel, int bound, Nuisance nuisance, Misbehaviour misbehaviour) throws TlsFailure {
    for (int i = 0; i < bound; i++) {
      nuisance.trouble(duel.liar());
      duel.goOn();
      assertThat(duel.failure()).as("after %d", i + 1).isNull();
    }
    nuisance.trouble(duel.liar());
    assertMisbehaviour(duel.goOn(), misbehaviour);
  }

  private static void assertMisbehaviour(Duel duel, Misbehaviour misbehaviour) {
    assertThat(duel.failure())
        .isInstanceOfSatisfying(
            PeerMisbehaved.class,
            failure -> assertThat(failure.misbehaviour()).isEqualTo(misbehaviour));
    assertThat(duel.victim().hasOutgoing()).isTrue();
  }
}
