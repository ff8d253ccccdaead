package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Connections;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Pair;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Terms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/// [Load.CloseProfile]: rounds under a flight recording, of whose samples those count as closing
/// that have [Pair#close] on their stack: below it lie closeOutbound, the wrap of close_notify, the
/// reading of the peer's, and closeInbound, of whichever engine.
final class CloseProfile {
  private static final List<String> SAMPLES =
      List.of("jdk.ExecutionSample", "jdk.NativeMethodSample");
  private static final Duration PERIOD = Duration.ofMillis(1);

  /// So many times as long as other rounds, for samples enough of what takes a hundredth.
  private static final int LENGTH = 4;

  private static final String ALLOCATIONS = "jdk.ObjectAllocationSample";

  /// Of so many samples of time one is kept in recordings that are left.
  private static final int THINNING = 8;

  private CloseProfile() {}

  /// @param recordings the folder where the recording of the last round is left, with samples of
  ///   what is allocated too; or null
  static Probe open(Side side, Path folder, Load.CloseProfile load, @Nullable Path recordings)
      throws IOException, GeneralSecurityException {
    Terms terms = load.kind().terms();
    Connections connections =
        new Connections(side.contender(folder, terms), terms, load.kind().resumed(), 0, 1);
    return nanos -> {
      Path file = Files.createTempFile(folder, "close", ".jfr");
      try (Recording recording = new Recording()) {
        SAMPLES.forEach(name -> recording.enable(name).withPeriod(PERIOD));
        if (recordings != null) {
          recording.enable(ALLOCATIONS).with("throttle", "100/s");
        }
        recording.start();
        Meter meter = Meter.run(LENGTH * nanos, () -> connections.connect().close());
        recording.stop();
        recording.dump(file);
        if (recordings != null) {
          leave(file, recordings.resolve(fileName(side, load.kind())));
        }
        return new Answer(
            Map.of(Answer.RATE, meter.perSecond(), Load.Stages.CLOSE_SHARE, closing(file)));
      } finally {
        Files.delete(file);
      }
    };
  }

  private static String fileName(Side side, Kind kind) {
    return "%s-%s-%s.jfr"
        .formatted(side.word(), kind.version().word(), kind.resumed() ? "resumed" : "full");
  }

  /// Small enough to be kept beside the figures.
  private static void leave(Path file, Path smaller) throws IOException {
    AtomicInteger samples = new AtomicInteger();
    Files.deleteIfExists(smaller); // it would keep the end of a longer one
    try (RecordingFile all = new RecordingFile(file)) {
      all.write(
          smaller,
          event ->
              event.getEventType().getName().equals(ALLOCATIONS)
                  || (isSample(event) && samples.getAndIncrement() % THINNING == 0));
    }
  }

  /// Of the thread that is measured, which is the one that asks.
  private static boolean isSample(RecordedEvent event) {
    return SAMPLES.contains(event.getEventType().getName())
        && Thread.currentThread().getName().equals(event.getThread("sampledThread").getJavaName());
  }

  /// Of a hundred samples of rounds, so many are closing. Stacks too deep to be recorded whole lack
  /// their lowest frames, and none of those is closing.
  private static double closing(Path file) throws IOException {
    long all = 0;
    long closing = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (isSample(event)) {
        all++;
        closing += isClosing(event) ? 1 : 0;
      }
    }
    return 100.0 * closing / Math.max(1, all);
  }

  private static boolean isClosing(RecordedEvent event) {
    return event.getStackTrace() != null
        && event.getStackTrace().getFrames().stream()
            .map(RecordedFrame::getMethod)
            .anyMatch(CloseProfile::isClose);
  }

  private static boolean isClose(RecordedMethod method) {
    return method.getName().equals("close")
        && method.getType().getName().equals(Pair.class.getName());
  }
}
