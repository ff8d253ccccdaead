package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.MessageSamples;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A second of each [FuzzTarget] with inputs of chance, and what was found before: where a seed
/// finds something, its input goes to `findings.csv`.
class FuzzTest {
  private static final Duration TIME = Duration.ofSeconds(1);

  /// How much longer the last input may take before it counts as one that has no end.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @EnumSource
  void whatever_comes_ends_well(FuzzTarget target) throws TlsFailure {
    Random random = new Random();
    List<byte[]> seeds = seeds(target);
    AtomicReference<byte[]> current = new AtomicReference<>(new byte[0]);
    assertTimeoutPreemptively(
        TIME.plus(PATIENCE),
        () -> {
          long end = System.nanoTime() + TIME.toNanos();
          while (System.nanoTime() < end) {
            current.set(input(random, seeds));
            take(target, current.get());
          }
        },
        () -> finding(target, current.get()));
  }

  private static void take(FuzzTarget target, byte[] input) {
    try {
      target.take(input);
    } catch (TlsFailure | RuntimeException | Error e) {
      throw new AssertionError(finding(target, input), e);
    }
  }

  /// As in `findings.csv`.
  private static String finding(FuzzTarget target, byte[] input) {
    return target + "," + HexFormat.of().formatHex(input);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "findings.csv", numLinesToSkip = 1)
  void what_was_found_is_not_found_again(FuzzTarget target, String input) throws TlsFailure {
    target.take(HexFormat.of().parseHex(input));
  }

  /// Fuzzing found that such a name could not be put into a ticket.
  @Test
  void a_session_with_any_protocol_name_is_encoded() throws TlsFailure {
    byte[] encoded = seeds(FuzzTarget.SESSION).getFirst();
    byte[] name = new byte[255];
    Arrays.fill(name, (byte) 0xE9);
    ResumableSession session = ResumableSession.decode(encoded);
    String protocol = new String(name, StandardCharsets.ISO_8859_1);
    ResumableSession named =
        new ResumableSession(
            session.version(),
            session.suite(),
            session.group(),
            session.secret(),
            session.handle(),
            session.byTicket(),
            session.creationTime(),
            session.receivedTime(),
            session.lifetime(),
            session.ageAdd(),
            session.maxEarlyData(),
            session.serverName(),
            protocol,
            session.peer(),
            session.ocspResponses(),
            null,
            session.attributes());

    assertThat(ResumableSession.decode(named.encode()).applicationProtocol()).isEqualTo(protocol);
  }

  @ParameterizedTest
  @EnumSource
  void an_honest_handshake_is_complete(Scenario scenario) throws TlsFailure {
    for (boolean client : new boolean[] {true, false}) {
      Duel duel = Duel.of(scenario, client, new Mutations(new byte[0], 0)).fight();
      assertThat(duel.failure()).isNull();
      assertThat(duel.victim().isEstablished()).isTrue();
      assertThat(duel.liar().isEstablished()).isTrue();
    }
  }

  /// Inputs that are right, from which others are made.
  static List<byte[]> seeds(FuzzTarget target) throws TlsFailure {
    List<byte[]> seeds = new ArrayList<>();
    switch (target) {
      case MESSAGE -> {
        List<ProtocolVersion> versions = List.of(ProtocolVersion.values());
        for (int version = 0; version < versions.size(); version++) {
          for (HandshakeMessage message : MessageSamples.of(versions.get(version))) {
            seeds.add(join(new byte[] {(byte) version}, message.encode()));
          }
        }
      }
      case SESSION ->
          Stream.of(Scenario.values())
              .filter(Scenario::resumes)
              .forEach(scenario -> seeds.add(scenario.session().encode()));
      case CLIENT_INPUT, SERVER_INPUT, HANDSHAKE, CONVERSATION, TICKET -> {
        List<Scenario> scenarios = List.of(Scenario.values());
        for (int which = 0; which < scenarios.size(); which++) {
          seeds.addAll(seeds(target, (byte) which, scenarios.get(which)));
        }
      }
    }
    return seeds;
  }

  private static List<byte[]> seeds(FuzzTarget target, byte which, Scenario scenario)
      throws TlsFailure {
    return switch (target) {
      case MESSAGE, SESSION -> List.of();
      case CLIENT_INPUT, SERVER_INPUT -> {
        boolean client = target == FuzzTarget.CLIENT_INPUT;
        Duel duel = Duel.of(scenario, client, LyingPeer.NONE);
        duel.start();
        if (client) {
          duel.hearVictim();
        }
        yield List.of(join(new byte[] {which}, duel.liar().takeWire()));
      }
      case HANDSHAKE ->
          List.of(
              new byte[] {which, 0, 1, 0, 0, 40, 1},
              new byte[] {which, 1, 0, 0, 0, 40, 1, 2, 3, 0, 0, 0});
      case CONVERSATION ->
          List.of(
              new byte[] {which, 0, 0, 0, 0, 0, 0, 0, 1, 9, 3, 2, 11, 7, 5, 1, 0, 0, 10, 0},
              new byte[] {which, 1, 0, 0, 0, 0, 0, 0, 4, 1, 12, 1, 2, 8, 6, 20, 0, 0, 13, 0});
      case TICKET -> {
        byte[] session = (scenario.resumes() ? scenario : Scenario.RESUMED).session().encode();
        yield List.of(join(new byte[] {which, 0}, session), join(new byte[] {which, 1}, session));
      }
    };
  }

  private static byte[] input(Random random, List<byte[]> seeds) {
    byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
    int changes = 1 + random.nextInt(8);
    for (int i = 0; i < changes && input.length > 0; i++) {
      int at = random.nextInt(input.length);
      switch (random.nextInt(6)) {
        case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
        case 1, 2 -> input[at] = (byte) random.nextInt(256);
        case 3 -> input = Arrays.copyOf(input, at);
        case 4 -> input = join(input, Arrays.copyOf(input, at));
        default -> {
          byte[] more = new byte[1 + random.nextInt(12)];
          random.nextBytes(more);
          input = join(input, more);
        }
      }
    }
    return input;
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}
