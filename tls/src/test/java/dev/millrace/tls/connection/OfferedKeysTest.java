package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.connection.LyingPeer.Said;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.Padding;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.extension.PskKeyExchangeModes;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.ServerHello;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a client may offer of keys that are there already, tickets or external ones, and what a
/// server may choose (RFC 8446, section 4.2.11). The last ClientHello is what is looked at: with a
/// retry, the second.
class OfferedKeysTest {
  @ParameterizedTest
  @EnumSource(names = {"RESUMED", "RESUMED_RETRIED", "EXTERNAL_PSK", "EXTERNAL_PSK_RETRIED"})
  void a_wrong_binder_ends_the_handshake(Scenario scenario) throws TlsFailure {
    assertMisbehaviour(
        scenario,
        offer -> new PreSharedKey.Offered(offer.identities(), changed(offer.binders(), 0)),
        Misbehaviour.WRONG_BINDER);
    assertMisbehaviour(
        scenario,
        offer -> new PreSharedKey.Offered(offer.identities(), changed(offer.binders(), -16)),
        Misbehaviour.WRONG_BINDER);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESUMED", "RESUMED_RETRIED", "EXTERNAL_PSK", "EXTERNAL_PSK_RETRIED"})
  void there_are_as_many_binders_as_keys(Scenario scenario) throws TlsFailure {
    assertMisbehaviour(
        scenario,
        offer ->
            new PreSharedKey.Offered(
                offer.identities(), join(offer.binders(), offer.binders().getFirst())),
        Misbehaviour.PSK_COUNTS_DIFFER);
    assertMisbehaviour(
        scenario,
        offer ->
            new PreSharedKey.Offered(
                join(offer.identities(), offer.identities().getFirst()), offer.binders()),
        Misbehaviour.PSK_COUNTS_DIFFER);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESUMED", "EXTERNAL_PSK"})
  void the_offer_comes_last(Scenario scenario) throws TlsFailure {
    Duel duel =
        Duel.of(
                scenario,
                false,
                (index, truth) ->
                    List.of(
                        index == 0 ? changed(truth, each -> join(each, new Padding(1))) : truth))
            .fight();

    assertMisbehaviour(duel, Misbehaviour.PSK_NOT_LAST);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESUMED", "EXTERNAL_PSK"})
  void the_offer_says_how_the_keys_are_used(Scenario scenario) throws TlsFailure {
    Duel duel =
        Duel.of(
                scenario,
                false,
                (index, truth) -> List.of(index == 0 ? changed(truth, this::withoutModes) : truth))
            .fight();

    assertMisbehaviour(duel, Misbehaviour.MISSING_PSK_MODES);
  }

  private List<Extension> withoutModes(List<Extension> extensions) {
    return extensions.stream().filter(each -> !(each instanceof PskKeyExchangeModes)).toList();
  }

  /// Keys that nobody knows are no fault; the handshake is a full one where no other is left.
  @ParameterizedTest
  @ValueSource(ints = {7, 8})
  void a_key_is_looked_for_among_the_first_eight(int unknown) throws TlsFailure {
    List<ExternalPsk> keys = new ArrayList<>();
    for (int i = 0; i < unknown; i++) {
      keys.add(ExternalPsk.of(new byte[] {(byte) i}, Scenario.KEYS.getLast().key(), hash(i)));
    }
    keys.addAll(Scenario.KEYS);
    Policy policy = TestPeer.policy().externalPsks(keys).build();
    TestPeer client = TestPeer.client(policy);
    TestPeer server =
        TestPeer.server(
            TestPeer.policy().externalPsks(Scenario.KEYS).build(),
            TestIdentity.of(TestIdentity.Kind.P256));

    TestPeer.talk(client, server);

    Negotiated negotiated = client.connection().negotiated();
    assertThat(negotiated).isNotNull();
    assertThat(negotiated.peer() == null).isEqualTo(unknown < 8);
  }

  private static ExternalPsk.Hash hash(int index) {
    return index % 2 == 0 ? ExternalPsk.Hash.SHA256 : ExternalPsk.Hash.SHA384;
  }

  @Test
  void a_server_chooses_what_was_offered() throws TlsFailure {
    for (int index : new int[] {2, 3, 0xFFFF}) {
      assertMisbehaviour(
          Duel.of(Scenario.EXTERNAL_PSK, true, (_, truth) -> List.of(choosing(truth, index)))
              .fight(),
          Misbehaviour.UNKNOWN_PSK_CHOSEN);
    }
  }

  @Test
  void a_server_chooses_a_key_that_fits_its_suite() throws TlsFailure {
    assertMisbehaviour(
        Duel.of(Scenario.EXTERNAL_PSK, true, (_, truth) -> List.of(choosing(truth, 0))).fight(),
        Misbehaviour.PSK_HASH_DIFFERS);
  }

  @Test
  void a_server_chooses_nothing_where_nothing_was_offered() throws TlsFailure {
    assertMisbehaviour(
        Duel.of(
                Scenario.FULL,
                true,
                (_, truth) ->
                    List.of(changedAnswer(truth, each -> join(each, new PreSharedKey.Selected(0)))))
            .fight(),
        Misbehaviour.UNSOLICITED_EXTENSION);
  }

  /// A server that gets a changed offer in the last ClientHello.
  private static void assertMisbehaviour(
      Scenario scenario, UnaryOperator<PreSharedKey.Offered> change, Misbehaviour misbehaviour)
      throws TlsFailure {
    boolean retried = scenario.name().endsWith("_RETRIED");
    int[] hellos = {0};
    Duel duel =
        Duel.of(
                scenario,
                false,
                (_, truth) ->
                    List.of(
                        isHello(truth) && ++hellos[0] == (retried ? 2 : 1)
                            ? changed(truth, each -> withOffer(each, change))
                            : truth))
            .fight();
    assertMisbehaviour(duel, misbehaviour);
  }

  private static void assertMisbehaviour(Duel duel, Misbehaviour misbehaviour) {
    assertThat(duel.failure())
        .isInstanceOfSatisfying(
            PeerMisbehaved.class,
            failure -> assertThat(failure.misbehaviour()).isEqualTo(misbehaviour));
  }

  private static boolean isHello(Said truth) {
    return truth.type() == ContentType.HANDSHAKE && message(truth) instanceof ClientHello;
  }

  private static List<Extension> withOffer(
      List<Extension> extensions, UnaryOperator<PreSharedKey.Offered> change) {
    return extensions.stream()
        .map(each -> each instanceof PreSharedKey.Offered offer ? change.apply(offer) : each)
        .toList();
  }

  private static Said changed(Said truth, UnaryOperator<List<Extension>> change) {
    ClientHello honest = (ClientHello) message(truth);
    List<Extension> extensions = change.apply(honest.extensions().list());
    return new Said(truth.type(), honest.with(Extensions.of(extensions)).encode());
  }

  /// A ServerHello that chooses another key; anything else stays as it is.
  private static Said choosing(Said truth, int index) {
    return changedAnswer(
        truth,
        extensions ->
            extensions.stream()
                .map(each ->
                    each instanceof PreSharedKey.Selected ? new PreSharedKey.Selected(index) : each)
                .toList());
  }

  private static Said changedAnswer(Said truth, UnaryOperator<List<Extension>> change) {
    if (truth.type() != ContentType.HANDSHAKE || !(message(truth) instanceof ServerHello honest)) {
      return truth;
    }
    ServerHello other =
        new ServerHello(
            honest.legacyVersion(),
            honest.random(),
            honest.sessionId(),
            honest.cipherSuite(),
            honest.compressionMethod(),
            Extensions.of(change.apply(honest.extensions().list())));
    return new Said(truth.type(), other.encode());
  }

  private static HandshakeMessage message(Said said) {
    try {
      return HandshakeMessage.parse(said.content(), ProtocolVersion.TLS_1_3);
    } catch (PeerMisbehaved e) {
      throw new IllegalStateException(e);
    }
  }

  /// Binders of which each has a byte changed or, if that is negative, so many bytes cut off.
  private static List<byte[]> changed(List<byte[]> binders, int at) {
    return binders.stream()
        .map(binder -> {
          byte[] changed = Arrays.copyOf(binder, binder.length + Math.min(0, at));
          changed[Math.max(0, at)] ^= 1;
          return changed;
        })
        .toList();
  }

  private static <T> List<T> join(List<T> list, T more) {
    List<T> longer = new ArrayList<>(list);
    longer.add(more);
    return Collections.unmodifiableList(longer);
  }
}
