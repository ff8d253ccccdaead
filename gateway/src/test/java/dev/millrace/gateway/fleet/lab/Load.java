package dev.millrace.gateway.fleet.lab;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// Clients of all nodes of a fleet, who ask at a fixed rate whatever the answers do, each time one
/// of the nodes for a part of one of the objects, and compare every byte.
///
/// They are what a load balancer with health checks makes of clients: who cannot connect to a node
/// asks another one, and that node is left out for a second.
final class Load implements AutoCloseable {
  private static final int OBJECTS = 300;
  private static final int LONGEST = 32 << 10;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LEFT_OUT = Duration.ofSeconds(1);

  private final int objectSize;
  private final Map<String, S3Client> nodes;
  private final Map<String, Long> leftOutUntil = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
  private final Set<Question> underWay = ConcurrentHashMap.newKeySet();
  private final Semaphore begun = new Semaphore(0);
  private final Thread pace;
  private volatile int perSecond;
  private volatile boolean stopped;

  /// What became of a request.
  ///
  /// @param began by [System#nanoTime]
  /// @param nanos how long it took
  /// @param failure what went wrong, or an empty text
  record Outcome(String node, long began, long nanos, String failure) {
    boolean isFailure() {
      return !failure.isEmpty();
    }
  }

  /// Begins.
  ///
  /// @param nodes the URL of each by its name
  /// @param perSecond how many requests begin in a second
  Load(Map<String, String> nodes, Path authority, int objectSize, int perSecond)
      throws IOException {
    this.objectSize = objectSize;
    SSLContext tls = TrustAnchors.sslContext(authority);
    this.nodes =
        nodes.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, node -> client(node.getValue(), tls)));
    this.perSecond = perSecond;
    this.pace = Thread.ofPlatform().name("load").start(this::pace);
  }

  /// From now on so many requests begin in a second.
  void pace(int perSecond) {
    this.perSecond = perSecond;
  }

  private static S3Client client(String url, SSLContext tls) {
    return new S3Client(
        S3Config.builder(URI.create(url), "lab")
            .tls(tls)
            .connectTimeout(Duration.ofMillis(500))
            .readTimeout(PATIENCE)
            .connections(1000)
            .retries(RetryPolicy.none())
            .proxy(null)
            .build());
  }

  /// Waits until so many more requests have begun.
  void await(int requests) throws InterruptedException {
    begun.drainPermits();
    begun.acquire(requests);
  }

  /// All that came so far of requests that began between two moments, those that are still under
  /// way included: whoever waits for longer than a client does counts as a failure.
  List<Outcome> between(long from, long to) {
    return Stream.concat(underWay.stream().map(Question::unfinished), outcomes.stream())
        .filter(each -> each.began >= from && each.began < to)
        .toList();
  }

  /// A request that has begun.
  private static final class Question {
    private final long began = System.nanoTime();
    private volatile String node = "";

    private Outcome unfinished() {
      long age = System.nanoTime() - began;
      boolean isLost = age > 2 * PATIENCE.toNanos();
      return new Outcome(node, began, age, isLost ? "not answered" : "");
    }
  }

  /// The time that 99 of 100 requests took at most, in milliseconds.
  static double p99(List<Outcome> outcomes) {
    long[] nanos = outcomes.stream().mapToLong(Outcome::nanos).sorted().toArray();
    return nanos.length == 0 ? Double.NaN : nanos[(int) (nanos.length * 0.99)] / 1e6;
  }

  /// Has the clients leave a node out from now on, as a load balancer does with one that drains.
  void leaveOut(String node) {
    leftOutUntil.put(node, Long.MAX_VALUE);
  }

  /// Undoes that.
  void letIn(String node) {
    leftOutUntil.remove(node);
  }

  private void pace() {
    long next = System.nanoTime();
    while (!stopped) {
      Thread.ofVirtual().start(this::request);
      begun.release();
      next += Duration.ofSeconds(1).dividedBy(perSecond).toNanos();
      LockSupport.parkNanos(next - System.nanoTime());
    }
  }

  private void request() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    // The product of two prefers small numbers: some objects are asked for far more often.
    String key = "object-" + (int) (OBJECTS * random.nextDouble() * random.nextDouble());
    int length = random.nextInt(1, LONGEST + 1);
    long offset = random.nextInt(objectSize - length + 1);
    Question question = new Question();
    underWay.add(question);
    try {
      String failure = failure(question, key, offset, length, random);
      long took = System.nanoTime() - question.began;
      outcomes.add(new Outcome(question.node, question.began, took, failure));
    } finally {
      underWay.remove(question);
    }
  }

  /// What went wrong, or an empty text.
  private String failure(
      Question question, String key, long offset, int length, ThreadLocalRandom random) {
    while (true) {
      question.node = node(random);
      try {
        ask(question.node, key, offset, length);
        return "";
      } catch (ConnectException e) {
        leftOutUntil.putIfAbsent(question.node, System.nanoTime() + LEFT_OUT.toNanos());
      } catch (IOException | RuntimeException e) {
        return e.toString();
      }
    }
  }

  private String node(ThreadLocalRandom random) {
    leftOutUntil.values().removeIf(until -> until - System.nanoTime() < 0);
    List<String> there =
        nodes.keySet().stream().filter(node -> !leftOutUntil.containsKey(node)).toList();
    List<String> choice = there.isEmpty() ? List.copyOf(nodes.keySet()) : there;
    return choice.get(random.nextInt(choice.size()));
  }

  private void ask(String node, String key, long offset, int length) throws IOException {
    byte[] expected = new byte[length];
    LabOrigin.fill(key, offset, expected);
    try (ObjectBody body = nodes.get(node).open("mill", key, new ByteRange(offset, length), null)) {
      byte[] bytes = body.stream().readAllBytes();
      if (!Arrays.equals(bytes, expected)) {
        throw new AssertionError("wrong bytes of " + key + " at " + offset + " from " + node);
      }
    } catch (AssertionError e) {
      throw new IOException("WRONG BYTES: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    stopped = true;
    pace.interrupt();
    nodes.values().forEach(S3Client::close);
  }
}
