package dev.millrace.gateway.telemetry;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// What the JVM and the system tell of this process, under the names that others use for it.
///
/// Safe for use by any number of threads.
final class ProcessMetrics implements MetricSource, AutoCloseable {
  private static final double MILLIS = 1e3;
  private static final double NANOS = 1e9;

  /// Collectors that stop the world tell of that; those beside the world tell of their rounds too.
  private static final String ROUNDS = "Cycles";

  private final String version;
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(each -> !each.getName().endsWith(ROUNDS))
          .toList();

  private final AtomicLong longestPause = new AtomicLong();
  private final NotificationListener pauses = (notification, _) -> collected(notification);

  /// @param version of the gateway
  ProcessMetrics(String version) {
    this.version = version;
    for (GarbageCollectorMXBean collector : collectors) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(pauses, null, null);
      }
    }
  }

  /// Has the JVM, which outlives this, forget it.
  @Override
  public void close() {
    for (GarbageCollectorMXBean collector : collectors) {
      if (collector instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(pauses);
        } catch (ListenerNotFoundException _) {
          // closed before
        }
      }
    }
  }

  private void collected(Notification notification) {
    if (notification.getUserData() instanceof CompositeData data
        && notification
            .getType()
            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      long millis = GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration();
      longestPause.accumulateAndGet(millis, Math::max);
    }
  }

  @Override
  public void collect(MetricCollection metrics) {
    metrics.gauge(
        "millrace.build",
        "Always 1; which gateway runs, on which JDK",
        new Point(1, "version", version, "jdk", String.valueOf(Runtime.version())));
    memory(metrics);
    collections(metrics);
    metrics.gauge(
        "jvm.threads.current",
        "Threads of the system; those of requests are virtual, and do not count",
        ManagementFactory.getThreadMXBean().getThreadCount());
    metrics.gauge(
        "process.start.time.seconds",
        "When the process started, since 1970",
        new Point(ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS));
    UnixOperatingSystemMXBean system =
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
    metrics.counter(
        "process.cpu.seconds",
        "Processor time that was used",
        new Point(system == null ? 0 : system.getProcessCpuTime() / NANOS));
    metrics.gauge(
        "process.open.fds",
        "File descriptors that are open",
        system == null ? 0 : system.getOpenFileDescriptorCount());
    metrics.gauge(
        "process.max.fds",
        "File descriptors that may be open",
        system == null ? 0 : system.getMaxFileDescriptorCount());
  }

  private static void memory(MetricCollection metrics) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    MemoryUsage other = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
    metrics.gauge(
        "jvm.memory.used.bytes",
        "Memory of the JVM in use, by area; the tiers' is in none of them",
        new Point(heap.getUsed(), "area", "heap"),
        new Point(other.getUsed(), "area", "nonheap"));
    metrics.gauge(
        "jvm.memory.committed.bytes",
        "Memory that the JVM has of the system, by area",
        new Point(heap.getCommitted(), "area", "heap"),
        new Point(other.getCommitted(), "area", "nonheap"));
    metrics.gauge(
        "jvm.memory.max.bytes",
        "Memory that the JVM may have of the system",
        new Point(heap.getMax(), "area", "heap"));
  }

  private void collections(MetricCollection metrics) {
    metrics.counter(
        "jvm.gc.pauses",
        "Pauses of the garbage collector, by its part",
        collectors.stream()
            .map(each -> new Point(each.getCollectionCount(), "gc", each.getName()))
            .toArray(Point[]::new));
    metrics.counter(
        "jvm.gc.pause.seconds",
        "How long they took together",
        collectors.stream()
            .map(each -> new Point(each.getCollectionTime() / MILLIS, "gc", each.getName()))
            .toArray(Point[]::new));
    metrics.gauge(
        "jvm.gc.pause.longest.seconds",
        "How long the longest of them took since the start",
        new Point(longestPause.get() / MILLIS));
  }
}
