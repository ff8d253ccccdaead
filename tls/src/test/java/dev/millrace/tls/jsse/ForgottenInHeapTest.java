package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.Resumption;
import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.testing.HeapDump;
import dev.millrace.tls.testing.HeapSearch;
import dev.millrace.tls.testing.Relay;
import dev.millrace.tls.testing.TestIdentity;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// No secret of a connection is in the heap once it is closed, although engines and sockets are
/// still there. Seen from outside, in dumps of the heap of a [ForgetfulProcess].
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForgottenInHeapTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);
  private static final int MEETINGS = Meeting.Kind.values().length * Meeting.values().length;

  private static final Set<String> OWNERS =
      Stream.of(ResumableSession.class, TicketKey.class, ExternalPsk.class)
          .map(Class::getName)
          .collect(Collectors.toSet());

  @TempDir private Path folder;
  private final Needles needles = new Needles();
  private @Nullable Process process;

  @BeforeEach
  void storeIdentity() throws Exception {
    try (OutputStream out = Files.newOutputStream(folder.resolve("identity.p12"))) {
      IDENTITY.keyStore().store(out, TestIdentity.password());
    }
  }

  @AfterEach
  void stop() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_server_forgets(ForgetfulProcess.Cryptography cryptography) throws Exception {
    TlsConfigBuilder config =
        TlsConfig.builder()
            .clientSessions(needles.noting(new ForgetfulProcess.Sessions()))
            .dangerouslyLogKeysTo(needles);
    SSLContext context = TestContexts.with(config.build(), IDENTITY);
    SSLContext withPsk =
        TestContexts.with(config.externalPsks(List.of(Meeting.externalPsk())).build(), IDENTITY);
    BufferedReader output = start(Role.SERVER, cryptography, "");
    int port = Integer.parseInt(output.readLine().substring("port ".length()));
    try (Relay relay = new Relay(port)) {
      for (Meeting.Kind kind : Meeting.Kind.values()) {
        for (Meeting meeting : Meeting.values()) {
          SSLContext own = meeting == Meeting.EXTERNAL_PSK ? withPsk : context;
          meeting.asClient(kind, own, relay.port(), _ -> {});
        }
      }
      awaitEnd(output);
      assertForgotten(relay);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_client_forgets(ForgetfulProcess.Cryptography cryptography) throws Exception {
    SSLContext context =
        TestContexts.with(
            ForgetfulProcess.server()
                .resumption(Resumption.STATEFUL)
                .serverSessions(needles.noting(new ForgetfulProcess.Sessions()))
                .dangerouslyLogKeysTo(needles)
                .build(),
            IDENTITY);
    try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Relay relay = new Relay(listener.getLocalPort())) {
      BufferedReader output = start(Role.CLIENT, cryptography, String.valueOf(relay.port()));
      for (int i = 0; i < MEETINGS; i++) {
        Meeting.asServer(Meeting.Kind.SOCKET, context, listener.accept(), _ -> {});
      }
      awaitEnd(output);
      assertForgotten(relay);
    }
  }

  private void assertForgotten(Relay relay) throws Exception {
    Map<String, byte[]> secrets = needles.all(relay.passages());
    assertThat(secrets.size()).isGreaterThan(14 * MEETINGS);
    HeapDump live = new HeapDump(folder.resolve(ForgetfulProcess.LIVE));
    assertThat(new HeapSearch(secrets).in(live)).isEmpty();
    HeapDump all = new HeapDump(folder.resolve(ForgetfulProcess.ALL));
    assertThat(holdersOfOpenSecrets(all)).isEmpty();
  }

  /// Those that hold secrets which are not closed, and belong to neither a session nor the
  /// application.
  private static Set<String> holdersOfOpenSecrets(HeapDump dump) {
    Map<Long, Set<String>> holders = new HashMap<>();
    dump.visit(
        new HeapDump.Visitor() {
          @Override
          public void object(long id, String type, Map<String, Long> fields) {
            if (type.equals(Secret.class.getName()) && fields.getOrDefault("closed", 1L) == 0) {
              holders.put(id, new TreeSet<>(Set.of("nobody")));
            }
          }
        });
    dump.visit(
        new HeapDump.Visitor() {
          @Override
          public void object(long id, String type, Map<String, Long> fields) {
            fields.values().stream()
                .filter(holders::containsKey)
                .forEach(secret -> holders.get(secret).add(type));
          }
        });
    assertThat(holders).as("what is open on purpose").isNotEmpty();
    holders.values().removeIf(each -> !Collections.disjoint(each, OWNERS));
    return holders.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  private BufferedReader start(Role role, ForgetfulProcess.Cryptography cryptography, String port)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Young objects find room without a collection, so that garbage is there to be seen.
    command.addAll(List.of("-XX:+UseSerialGC", "-Xms160m", "-Xmx160m", "-Xmn120m"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(
            ForgetfulProcess.class.getName(),
            role.name(),
            folder.toString(),
            cryptography.name(),
            port));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return process.inputReader(UTF_8);
  }

  private void awaitEnd(BufferedReader output) throws Exception {
    assertThat(output.readAllAsString()).endsWith("kept " + MEETINGS + "\n");
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }
}
