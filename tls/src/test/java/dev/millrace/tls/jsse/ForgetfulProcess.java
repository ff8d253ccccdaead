package dev.millrace.tls.jsse;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.testing.TestIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.conscrypt.Conscrypt;
import org.jspecify.annotations.Nullable;

/// What a JVM does whose heap is looked at: it has every [Meeting] by a socket and by an engine,
/// keeps all of these after they were closed, empties its store of sessions, and dumps its heap.
///
/// The other side of each meeting is in the JVM of the test, and only that one logs keys.
final class ForgetfulProcess {
  /// Everything that is there, garbage too.
  static final String ALL = "all.hprof";

  /// What can be reached.
  static final String LIVE = "live.hprof";

  private static final List<Object> KEPT = new ArrayList<>();

  private ForgetfulProcess() {}

  /// Whose cryptography it is.
  enum Cryptography {
    JDK,
    NATIVE
  }

  /// Plays a role and looks back.
  ///
  /// @param args the role; the folder of the identity and of the dumps; whose cryptography it is;
  ///   as a client the port
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    TestIdentity identity = identity(folder);
    if (Cryptography.valueOf(args[2]) == Cryptography.NATIVE) {
      Security.addProvider(Conscrypt.newProvider());
    }
    switch (Role.valueOf(args[0])) {
      case CLIENT -> beClient(identity, Integer.parseInt(args[3]));
      case SERVER -> beServer(identity);
    }
    dump(folder.resolve(ALL), false);
    dump(folder.resolve(LIVE), true);
    System.out.println("kept " + KEPT.size());
  }

  private static void beClient(TestIdentity identity, int port) throws Exception {
    Sessions sessions = new Sessions();
    TlsConfigBuilder config = TlsConfig.builder().clientSessions(sessions);
    SSLContext context = TestContexts.with(config.build(), identity);
    SSLContext withPsk =
        TestContexts.with(config.externalPsks(List.of(Meeting.externalPsk())).build(), identity);
    for (Meeting.Kind kind : Meeting.Kind.values()) {
      for (Meeting meeting : Meeting.values()) {
        meeting.asClient(
            kind, meeting == Meeting.EXTERNAL_PSK ? withPsk : context, port, KEPT::add);
      }
    }
    sessions.clear();
  }

  private static void beServer(TestIdentity identity) throws Exception {
    SSLContext context = TestContexts.with(server().build(), identity);
    try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      System.out.println("port " + listener.getLocalPort());
      for (Meeting.Kind kind : Meeting.Kind.values()) {
        for (Meeting _ : Meeting.values()) {
          Meeting.asServer(kind, context, listener.accept(), KEPT::add);
        }
      }
    }
  }

  /// What every server here has.
  static TlsConfigBuilder server() {
    return TlsConfig.builder().maxEarlyData(1000).externalPsks(List.of(Meeting.externalPsk()));
  }

  private static TestIdentity identity(Path folder) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("identity.p12"))) {
      keys.load(in, TestIdentity.password());
    }
    return new TestIdentity(
        (X509Certificate) keys.getCertificate("server"),
        (PrivateKey) keys.getKey("server", TestIdentity.password()));
  }

  private static void dump(Path file, boolean live) throws IOException {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(file.toString(), live);
  }

  /// A client's sessions, until they are dropped.
  static final class Sessions implements SessionStore {
    private final Map<ByteBuffer, List<StoredSession>> sessions = new HashMap<>();

    @Override
    public synchronized void put(byte[] key, StoredSession session) {
      sessions.computeIfAbsent(ByteBuffer.wrap(key.clone()), _ -> new ArrayList<>()).add(session);
    }

    @Override
    public synchronized @Nullable StoredSession get(byte[] key) {
      List<StoredSession> found = sessions.getOrDefault(ByteBuffer.wrap(key), List.of());
      return found.isEmpty() ? null : found.getLast();
    }

    @Override
    public synchronized @Nullable StoredSession take(byte[] key) {
      List<StoredSession> found = sessions.getOrDefault(ByteBuffer.wrap(key), List.of());
      return found.isEmpty() ? null : found.removeLast();
    }

    @Override
    public synchronized void remove(byte[] key, StoredSession session) {
      sessions.getOrDefault(ByteBuffer.wrap(key), List.of()).remove(session);
    }

    synchronized void clear() {
      sessions.clear();
    }
  }
}
