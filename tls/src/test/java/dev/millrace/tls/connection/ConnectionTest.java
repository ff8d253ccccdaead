package dev.millrace.tls.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.ClientAuthentication;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectionTest {
  @ParameterizedTest
  @EnumSource
  void every_suite_carries_data_both_ways(CipherSuite suite) throws TlsFailure {
    TestIdentity.Kind kind =
        suite.authentication() == CipherSuite.Authentication.RSA
            ? TestIdentity.Kind.RSA
            : TestIdentity.Kind.P256;
    Policy policy =
        TestPeer.policy().versions(List.of(suite.version())).suites(List.of(suite), true).build();
    TestPeer client = TestPeer.client(policy);
    TestPeer server = TestPeer.server(policy, TestIdentity.of(kind));

    TestPeer.talk(client, server);

    exchangeData(client, server);
    assertThat(negotiated(client).suite()).isEqualTo(suite);
  }

  @ParameterizedTest
  @EnumSource
  void every_group_makes_a_key(NamedGroup group) throws TlsFailure {
    Policy policy = TestPeer.policy().groups(List.of(group), List.of(group)).build();
    TestPeer client = TestPeer.client(policy);
    TestPeer server = TestPeer.server(policy, TestIdentity.of(TestIdentity.Kind.P256));

    TestPeer.talk(client, server);

    exchangeData(client, server);
    assertThat(negotiated(server).group()).isEqualTo(group);
  }

  @ParameterizedTest
  @EnumSource
  void a_server_that_wants_another_share_gets_it(NamedGroup group) throws TlsFailure {
    NamedGroup sent = group == NamedGroup.X25519 ? NamedGroup.SECP256R1 : NamedGroup.X25519;
    TestPeer client =
        TestPeer.client(TestPeer.policy().groups(List.of(sent, group), List.of(sent)).build());
    TestPeer server =
        TestPeer.server(
            TestPeer.policy().groups(List.of(group), List.of(group)).build(),
            TestIdentity.of(TestIdentity.Kind.P256));

    TestPeer.talk(client, server);

    exchangeData(client, server);
    assertThat(negotiated(client).group()).isEqualTo(group);
  }

  @Test
  void values_without_meaning_disturb_nobody_even_after_a_retry() throws TlsFailure {
    TestPeer client =
        TestPeer.client(
            TestPeer.policy()
                .grease(true)
                .groups(
                    List.of(NamedGroup.X25519, NamedGroup.SECP256R1), List.of(NamedGroup.X25519))
                .build());
    TestPeer server =
        TestPeer.server(
            TestPeer.policy()
                .grease(true)
                .groups(List.of(NamedGroup.SECP256R1), List.of(NamedGroup.SECP256R1))
                .build(),
            TestIdentity.of(TestIdentity.Kind.P256));

    TestPeer.talk(client, server);

    exchangeData(client, server);
    assertThat(negotiated(client).retried()).isTrue();
  }

  static Stream<Arguments> versions_and_kinds() {
    return Arrays.stream(ProtocolVersion.values())
        .flatMap(version ->
            Arrays.stream(TestIdentity.Kind.values()).map(kind -> Arguments.of(version, kind)));
  }

  @ParameterizedTest
  @MethodSource("versions_and_kinds")
  void both_sides_can_prove_who_they_are(ProtocolVersion version, TestIdentity.Kind kind)
      throws TlsFailure {
    TestIdentity identity = TestIdentity.of(kind);
    Policy policy =
        TestPeer.policy()
            .versions(List.of(version))
            .clientAuthentication(ClientAuthentication.NEED, List.of())
            .build();
    TestPeer client = TestPeer.client(policy, identity);
    TestPeer server = TestPeer.server(policy, identity);

    TestPeer.talk(client, server);

    exchangeData(client, server);
    Identity certified = new Identity.Certified(List.of(identity.certificate()));
    assertThat(negotiated(server).peer()).isEqualTo(certified);
    assertThat(negotiated(client).peer()).isEqualTo(certified);
  }

  private static void exchangeData(TestPeer client, TestPeer server) throws TlsFailure {
    client.send("ping".getBytes(UTF_8), server);
    assertThat(server.data()).asString().isEqualTo("ping");
    byte[] large = new byte[100_000];
    Arrays.fill(large, (byte) 7);
    server.send(large, client);
    assertThat(client.data()).isEqualTo(large);
    Negotiated ours = negotiated(client);
    assertThat(ours.exporter().export("label", new byte[1], 20))
        .isEqualTo(negotiated(server).exporter().export("label", new byte[1], 20));
  }

  private static Negotiated negotiated(TestPeer peer) {
    Negotiated negotiated = peer.connection().negotiated();
    assertThat(negotiated).isNotNull();
    return negotiated;
  }
}
