package dev.millrace.tls.jsse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// What connections tell a flight recording.
record FlightRecording(byte[] bytes, List<RecordedEvent> events) {
  /// What connects, and is over when it returns.
  @FunctionalInterface
  interface Scene {
    void play() throws Exception;
  }

  /// A recording that asks for nothing in particular.
  static FlightRecording of(Scene scene) throws Exception {
    return of(new Recording(), scene);
  }

  /// A recording of handshakes that take as long as a threshold.
  static FlightRecording ofHandshakesFrom(Duration threshold, Scene scene) throws Exception {
    Recording recording = new Recording();
    recording.enable("dev.millrace.TlsHandshake").withThreshold(threshold);
    return of(recording, scene);
  }

  private static FlightRecording of(Recording fresh, Scene scene) throws Exception {
    Path file = Files.createTempFile("events", ".jfr");
    try (Recording recording = fresh) {
      recording.start();
      scene.play();
      recording.stop();
      recording.dump(file);
      return read(file);
    } finally {
      Files.delete(file);
    }
  }

  private static FlightRecording read(Path file) throws IOException {
    List<RecordedEvent> ours =
        RecordingFile.readAllEvents(file).stream()
            .filter(each -> each.getEventType().getName().startsWith("dev.millrace."))
            .toList();
    return new FlightRecording(Files.readAllBytes(file), ours);
  }

  /// The one handshake of a side.
  RecordedEvent handshake(String role) {
    return only("dev.millrace.TlsHandshake", role);
  }

  /// The one end of a side.
  RecordedEvent close(String role) {
    return only("dev.millrace.TlsClose", role);
  }

  private RecordedEvent only(String name, String role) {
    List<RecordedEvent> found =
        events.stream()
            .filter(each -> each.getEventType().getName().equals(name))
            .filter(each -> role.equals(each.getString("role")))
            .toList();
    if (found.size() != 1) {
      throw new AssertionError("one " + name + " of a " + role + " expected, not " + found);
    }
    return found.getFirst();
  }
}
