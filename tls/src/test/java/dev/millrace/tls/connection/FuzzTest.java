package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.MessageSamples;
import dev.millrace.tls.wire.ProtocolVersion;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A few seconds of each [FuzzTarget] with inputs of chance, and what was found before: where a
/// seed finds something, its input goes to `findings.csv`.
class FuzzTest {
  private static final Duration TIME = Duration.ofMillis(1500);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Bytes that are allocated for one input: more than any handshake needs, and far less than the
  /// lengths that can be claimed add up to.
  private static final long MAX_MEMORY = 32L << 20;

  @ParameterizedTest
  @EnumSource
  void whatever_comes_ends_well(FuzzTarget target) throws TlsFailure {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<byte[]> seeds = seeds(target);
    long end = System.nanoTime() + TIME.toNanos();
    while (System.nanoTime() < end) {
      byte[] input = input(random, seeds);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        target.take(input);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MAX_MEMORY);
      } catch (RuntimeException | Error e) {
        throw new AssertionError(target + "," + HexFormat.of().formatHex(input), e);
      }
    }
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
            session.peerCertificates(),
            session.ocspResponses(),
            List.of(),
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
      case SESSION -> {
        for (Scenario scenario : List.of(Scenario.FULL, Scenario.FULL_12)) {
          TestPeer client = scenario.client();
          TestPeer.talk(client, scenario.server());
          client.sessions().stream().map(ResumableSession::encode).forEach(seeds::add);
        }
      }
      case CLIENT_INPUT, SERVER_INPUT -> {
        boolean client = target == FuzzTarget.CLIENT_INPUT;
        for (Scenario scenario : Scenario.values()) {
          Duel duel = Duel.of(scenario, client, LyingPeer.NONE);
          duel.victim().start();
          duel.liar().start();
          if (client) {
            duel.hearVictim();
          }
          seeds.add(duel.liar().takeWire());
        }
      }
      case HANDSHAKE -> {
        for (int scenario = 0; scenario < Scenario.values().length; scenario++) {
          seeds.add(new byte[] {(byte) scenario, 0, 1, 0, 0, 40, 1});
          seeds.add(new byte[] {(byte) scenario, 1, 0, 0, 0, 40, 1, 2, 3, 0, 0, 0});
        }
      }
    }
    return seeds;
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
