package dev.millrace.gateway.fleet.lab;

import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.http.Exchange;
import dev.millrace.s3.http.Header;
import dev.millrace.s3.http.Headers;
import dev.millrace.s3.http.HttpClient;
import dev.millrace.s3.http.HttpRequest;
import dev.millrace.s3.http.HttpSettings;
import dev.millrace.s3.http.Route;
import dev.millrace.s3.http.StaleConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Clients of all nodes of a fleet, who ask at a fixed rate whatever the answers do, each time one
/// of the nodes for a part of one of the objects, and compare every byte.
///
/// They are what S3's clients and a load balancer with health checks make of it. Whose connection
/// is refused, or was closed while it was kept, asks another node, once; and a node that refuses is
/// left out for a second. Whatever else goes wrong is a failure.
final class Load implements AutoCloseable {
  static final Objects USUAL = new Objects("object", 300);

  private static final int LONGEST = 32 << 10;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
  private static final Duration LEFT_OUT = Duration.ofSeconds(1);

  private final int objectSize;
  private final HttpClient client;
  private final Map<String, Route> nodes;
  private final Map<String, Long> leftOutUntil = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
  private final Set<Question> underWay = ConcurrentHashMap.newKeySet();
  private final Semaphore begun = new Semaphore(0);
  private final Thread pace;
  private volatile Objects objects = USUAL;
  private volatile int perSecond;
  private volatile boolean stopped;

  /// What is asked for: `PREFIX-0` and so on.
  record Objects(String prefix, int count) {}

  private record Part(String key, long offset, int length) {}

  /// Why a request was made again.
  enum Retry {
    NONE,
    REFUSED,
    CLOSED
  }

  /// What became of a request.
  ///
  /// @param node which was asked first
  /// @param began by [System#nanoTime]
  /// @param nanos how long it took
  /// @param retry why another node was asked
  /// @param failure what went wrong in the end, or an empty text
  record Outcome(String node, long began, long nanos, Retry retry, String failure) {
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
    this.client =
        new HttpClient(
            HttpSettings.builder()
                .tls(TrustAnchors.sslContext(authority))
                .connectTimeout(CONNECT_TIMEOUT)
                .tlsTimeout(CONNECT_TIMEOUT)
                .readTimeout(PATIENCE)
                .maxConnections(5000)
                .build());
    this.nodes =
        nodes.entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, node -> Route.to(URI.create(node.getValue()))));
    this.perSecond = perSecond;
    this.pace = Thread.ofPlatform().name("load").start(this::pace);
  }

  /// From now on so many requests begin in a second.
  void pace(int perSecond) {
    this.perSecond = perSecond;
  }

  /// From now on these are asked for.
  void choose(Objects objects) {
    this.objects = objects;
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
    private volatile Retry retry = Retry.NONE;

    private Outcome unfinished() {
      boolean isLost = System.nanoTime() - began > 2 * PATIENCE.toNanos();
      return outcome(isLost ? "not answered" : "");
    }

    private Outcome outcome(String failure) {
      return new Outcome(node, began, System.nanoTime() - began, retry, failure);
    }
  }

  /// The time that 99 of 100 requests took at most, in milliseconds.
  static double p99(List<Outcome> outcomes) {
    long[] nanos = outcomes.stream().mapToLong(Outcome::nanos).sorted().toArray();
    return nanos.length == 0 ? Double.NaN : nanos[(int) (nanos.length * 0.99)] / 1e6;
  }

  /// Whom those asked that took longest, one of a hundred.
  static Map<String, Long> slowest(List<Outcome> outcomes) {
    return outcomes.stream()
        .sorted(Comparator.comparingLong(Outcome::nanos).reversed())
        .limit(outcomes.size() / 100)
        .collect(Collectors.groupingBy(Outcome::node, TreeMap::new, Collectors.counting()));
  }

  /// How many failed, and how many were made again.
  static String summary(List<Outcome> outcomes) {
    Map<Retry, Long> retries =
        outcomes.stream().collect(Collectors.groupingBy(Outcome::retry, Collectors.counting()));
    return "failed %d of %d, asked again %d that were refused and %d whose connection was closed"
        .formatted(
            outcomes.stream().filter(Outcome::isFailure).count(),
            outcomes.size(),
            retries.getOrDefault(Retry.REFUSED, 0L),
            retries.getOrDefault(Retry.CLOSED, 0L));
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
    Question question = new Question();
    underWay.add(question);
    try {
      outcomes.add(question.outcome(failure(question, part())));
    } finally {
      underWay.remove(question);
    }
  }

  private Part part() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Objects from = objects;
    // The product of two prefers small numbers: some objects are asked for far more often.
    int number = (int) (from.count * random.nextDouble() * random.nextDouble());
    int length = random.nextInt(1, LONGEST + 1);
    return new Part(from.prefix + "-" + number, random.nextInt(objectSize - length + 1), length);
  }

  /// What went wrong, or an empty text.
  private String failure(Question question, Part part) {
    question.node = other("");
    try {
      try {
        ask(question.node, part);
      } catch (ConnectException _) {
        leftOutUntil.putIfAbsent(question.node, System.nanoTime() + LEFT_OUT.toNanos());
        question.retry = Retry.REFUSED;
        ask(other(question.node), part);
      } catch (StaleConnectionException _) {
        question.retry = Retry.CLOSED;
        ask(other(question.node), part);
      }
      return "";
    } catch (IOException | RuntimeException e) {
      return e.toString();
    }
  }

  /// Another node than that, if there is one that is not left out.
  private String other(String node) {
    leftOutUntil.values().removeIf(until -> until - System.nanoTime() < 0);
    List<String> there =
        nodes.keySet().stream()
            .filter(each -> !leftOutUntil.containsKey(each) && !each.equals(node))
            .toList();
    List<String> choice = there.isEmpty() ? List.copyOf(nodes.keySet()) : there;
    return choice.get(ThreadLocalRandom.current().nextInt(choice.size()));
  }

  /// Asks a node, and no other, for the beginning of an object, beside all that is asked anyway.
  Future<Void> askFor(String key, String node) {
    FutureTask<Void> asked =
        new FutureTask<>(() -> {
          ask(node, new Part(key, 0, LONGEST));
          return null;
        });
    Thread.ofVirtual().start(asked);
    return asked;
  }

  private void ask(String node, Part part) throws IOException {
    byte[] expected = new byte[part.length];
    LabOrigin.fill(part.key, part.offset, expected);
    Header range =
        new Header("range", "bytes=" + part.offset + "-" + (part.offset + part.length - 1));
    var request = new HttpRequest("GET", "/mill/" + part.key, Headers.of(List.of(range)));
    try (Exchange exchange = client.exchange(nodes.get(node), request)) {
      int status = exchange.send().status();
      byte[] bytes = exchange.stream().readAllBytes();
      if (status != 206) {
        throw new IOException(node + " answers " + status + " to " + part);
      }
      if (!Arrays.equals(bytes, expected)) {
        throw new IOException("WRONG BYTES of " + part + " from " + node);
      }
    }
  }

  @Override
  public void close() {
    stopped = true;
    pace.interrupt();
    client.close();
  }
}
