package dev.millrace.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import org.junit.jupiter.api.Test;

class ProcessMetricsTest {
  @Test
  void one_that_is_closed_hears_of_no_collection() throws Exception {
    ProcessMetrics metrics = new ProcessMetrics("1");
    metrics.close();
    List<NotificationEmitter> emitters = new ArrayList<>();
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      emitters.add((NotificationEmitter) each);
    }
    CountDownLatch collected = new CountDownLatch(1);
    // Listeners are told in the order in which they came.
    NotificationListener last = (_, _) -> collected.countDown();
    emitters.forEach(each -> each.addNotificationListener(last, null, null));
    try {
      System.gc();
      assertThat(collected.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      for (NotificationEmitter each : emitters) {
        each.removeNotificationListener(last);
      }
    }
    assertThat(longestPause(metrics)).isZero();
  }

  private static double longestPause(ProcessMetrics metrics) {
    MetricCollection collection = new MetricCollection();
    metrics.collect(collection);
    return collection.snapshots().stream()
        .filter(each -> each.getMetadata().getPrometheusName().contains("pause_longest"))
        .map(GaugeSnapshot.class::cast)
        .flatMap(each -> each.getDataPoints().stream())
        .mapToDouble(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
        .findFirst()
        .orElseThrow();
  }
}
