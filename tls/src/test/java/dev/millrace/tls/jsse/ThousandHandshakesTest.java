package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.millrace.tls.Resumption;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.connection.PooledBuffers;
import dev.millrace.tls.resumption.BoundedTicketStore;
import dev.millrace.tls.testing.Forgotten;
import dev.millrace.tls.testing.Relay;
import dev.millrace.tls.testing.Relay.Cut;
import dev.millrace.tls.testing.Relay.End;
import dev.millrace.tls.testing.Relay.Way;
import dev.millrace.tls.testing.Talk;
import dev.millrace.tls.testing.TestIdentity;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A thousand handshakes at once, most of which are cut somewhere, end within bounds, each by an
/// exception that says so, and leave no thread, file descriptor, buffer, session or object behind.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThousandHandshakesTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);
  private static final int COUNT = 1000;
  private static final int CAPACITY = 50;
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Forgotten forgotten = new Forgotten();
  private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicInteger complete = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicInteger resumed = new AtomicInteger();
  private final Thread.@Nullable UncaughtExceptionHandler handler =
      Thread.getDefaultUncaughtExceptionHandler();

  /// What the handshakes run on.
  enum Threads {
    VIRTUAL,
    PLATFORM;

    ExecutorService executor() {
      return switch (this) {
        case VIRTUAL -> Executors.newVirtualThreadPerTaskExecutor();
        case PLATFORM -> Executors.newCachedThreadPool();
      };
    }
  }

  @BeforeEach
  void watch() {
    Thread.setDefaultUncaughtExceptionHandler((_, exception) -> wrong.add(exception));
  }

  @AfterEach
  void watchNoMore() {
    Thread.setDefaultUncaughtExceptionHandler(handler);
  }

  @ParameterizedTest
  @EnumSource
  void a_thousand_leave_nothing_behind(Threads threads) throws Exception {
    run(threads, false);
  }

  /// Cut after each byte that either side says, in every way.
  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void all_cuts_leave_nothing_behind(Threads threads) throws Exception {
    run(threads, true);
  }

  private void run(Threads threads, boolean all) throws Exception {
    SSLContext context = context();
    List<Plan> every = plans(context);
    List<Plan> plans =
        all ? every : IntStream.range(0, COUNT).mapToObj(i -> some(every, i)).toList();
    complete.set(0);
    PooledBuffers.fill();
    long descriptors = openDescriptors();

    for (int start = 0; start < plans.size(); start += COUNT) {
      atOnce(threads, context, plans.subList(start, Math.min(plans.size(), start + COUNT)));
    }

    assertThat(wrong).isEmpty();
    assertThat(complete.get() + failed.get()).isEqualTo(2 * plans.size());
    assertThat(complete.get()).isPositive();
    assertThat(failed.get()).isPositive();
    assertThat(resumed.get()).isPositive();
    assertThat(openDescriptors()).isLessThanOrEqualTo(descriptors);
    assertThat(PooledBuffers.gaps()).isZero();
    assertThat(sessions(context.getServerSessionContext())).isLessThanOrEqualTo(CAPACITY);
    assertThat(sessions(context.getClientSessionContext()))
        .isLessThanOrEqualTo(CAPACITY * BoundedTicketStore.SESSIONS_PER_KEY);
    assertThat(threadsOfOurs()).isEmpty();
    forgotten.await(BOUND);
  }

  /// A handshake and its end.
  ///
  /// @param way whose bytes are counted
  private record Plan(String protocol, Meeting.Kind kind, Way way, int bytes, End end) {
    Plan uncut() {
      return new Plan(protocol, kind, way, Integer.MAX_VALUE, end);
    }

    /// By which a client tells sessions of one version from those of the other.
    int port() {
      return protocol.equals("TLSv1.3") ? 4433 : 4432;
    }
  }

  /// Of all plans, some from all over, every fourth without its cut.
  private static Plan some(List<Plan> all, int index) {
    Plan plan = all.get((int) (index * 7919L % all.size()));
    return index % 4 == 0 ? plan.uncut() : plan;
  }

  /// All cuts of handshakes of both versions, as long as an uncut one is.
  private List<Plan> plans(SSLContext context) throws Exception {
    List<Plan> plans = new ArrayList<>();
    for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
      Relay.Passage whole = uncut(context, protocol);
      for (Way way : Way.values()) {
        int length = (way == Way.TO_SERVER ? whole.saidByClient() : whole.saidByServer()).length;
        for (End end : End.values()) {
          for (int bytes = 0; bytes < length; bytes++) {
            Meeting.Kind kind = bytes % 2 == 0 ? Meeting.Kind.SOCKET : Meeting.Kind.ENGINE;
            plans.add(new Plan(protocol, kind, way, bytes, end));
          }
        }
      }
    }
    return plans;
  }

  private Relay.Passage uncut(SSLContext context, String protocol) throws Exception {
    try (SSLServerSocket listener = listen(context);
        Relay relay = new Relay(listener.getLocalPort());
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      executor.execute(() -> serve(listener));
      Plan plan =
          new Plan(protocol, Meeting.Kind.SOCKET, Way.TO_SERVER, Integer.MAX_VALUE, End.CLOSE);
      converse(context, relay, plan, new CountDownLatch(0));
      return relay.passages().getFirst();
    }
  }

  private void atOnce(Threads threads, SSLContext context, List<Plan> plans) throws Exception {
    CountDownLatch connected = new CountDownLatch(plans.size());
    try (SSLServerSocket listener = listen(context);
        Relay relay = new Relay(listener.getLocalPort());
        ExecutorService executor = threads.executor()) {
      for (Plan plan : plans) {
        executor.execute(() -> serve(listener));
        executor.execute(() -> converse(context, relay, plan, connected));
      }
    }
  }

  private static SSLServerSocket listen(SSLContext context) throws IOException {
    return (SSLServerSocket)
        context
            .getServerSocketFactory()
            .createServerSocket(0, COUNT, InetAddress.getLoopbackAddress());
  }

  private void serve(SSLServerSocket listener) {
    try (SSLSocket socket = (SSLSocket) listener.accept()) {
      forgotten.add(socket);
      socket.setSoTimeout((int) BOUND.toMillis());
      byte[] bytes = new byte[10];
      for (int count; (count = socket.getInputStream().read(bytes)) > 0; ) {
        socket.getOutputStream().write(bytes, 0, count);
      }
      complete.incrementAndGet();
    } catch (Throwable e) {
      ended(e);
    }
  }

  private void converse(SSLContext context, Relay relay, Plan plan, CountDownLatch connected) {
    try (Socket transport = new Socket()) {
      transport.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      transport.setSoTimeout((int) BOUND.toMillis());
      AtomicReference<Closeable> closeable = new AtomicReference<>(transport);
      Cut cut = new Cut(plan.way, plan.bytes, plan.end, () -> giveUp(closeable.get()));
      relay.cut(transport.getLocalPort(), cut);
      transport.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port()));
      try (Talk talk = talk(context, plan, transport)) {
        if (plan.kind == Meeting.Kind.SOCKET) {
          closeable.set(talk::close); // an engine is not for any thread to use
        }
        connected.countDown();
        connected.await();
        talk.handshake();
        resumed.addAndGet(talk.connection().isResumed() ? 1 : 0);
        talk.write(new byte[10]);
        if (talk.read(new byte[10]) < 0) {
          throw new EOFException();
        }
      }
      complete.incrementAndGet();
    } catch (Throwable e) {
      ended(e);
    }
  }

  private Talk talk(SSLContext context, Plan plan, Socket transport) throws IOException {
    return switch (plan.kind) {
      case SOCKET -> {
        SSLSocket socket =
            (SSLSocket)
                context.getSocketFactory().createSocket(transport, "localhost", plan.port(), true);
        socket.setEnabledProtocols(new String[] {plan.protocol});
        forgotten.add(socket);
        yield Talk.by(socket);
      }
      case ENGINE -> {
        SSLEngine engine = context.createSSLEngine("localhost", plan.port());
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {plan.protocol});
        forgotten.add(engine);
        yield Talk.by(engine, transport);
      }
    };
  }

  private void giveUp(Closeable connection) {
    try {
      connection.close();
    } catch (IOException e) {
      ended(e);
    }
  }

  /// Takes note of how a connection ended, which must be one of the ways that JSSE knows.
  private void ended(Throwable e) {
    boolean isTyped =
        Stream.of(SSLException.class, SocketException.class, EOFException.class)
            .anyMatch(type -> type.isInstance(e));
    if (isTyped) {
      failed.incrementAndGet();
    } else {
      wrong.add(e);
    }
  }

  private static SSLContext context() throws Exception {
    return TestContexts.with(
        TlsConfig.builder()
            .resumption(Resumption.STATEFUL)
            .serverSessions(CAPACITY, Duration.ofHours(1))
            .clientSessions(CAPACITY, Duration.ofHours(1))
            .groups(List.of("x25519", "secp256r1"))
            .build(),
        IDENTITY);
  }

  private static int sessions(SSLSessionContext context) {
    return Collections.list(context.getIds()).size();
  }

  private static long openDescriptors() {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getOpenFileDescriptorCount();
  }

  /// Threads, other than this one, that run code of ours.
  private static List<Thread> threadsOfOurs() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> !entry.getKey().equals(Thread.currentThread()))
        .filter(entry -> Stream.of(entry.getValue()).anyMatch(ThousandHandshakesTest::isOurs))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isOurs(StackTraceElement frame) {
    return frame.getClassName().startsWith("dev.millrace.");
  }
}
