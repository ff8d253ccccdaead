package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the gateway tells flight recordings, and the page about it.
@Timeout(60)
class FlightRecordingTest {
  private static final String REQUEST = "dev.millrace.Request";
  private static final String FETCH = "dev.millrace.OriginFetch";
  private static final Set<String> OF_EVERY_EVENT =
      Set.of("startTime", "duration", "eventThread", "stackTrace");

  @TempDir Path folder;

  @FunctionalInterface
  private interface Scene {
    void play(TestGateway gateway) throws Exception;
  }

  /// What is recorded of a gateway that starts and ends in the meantime, all of it or what takes as
  /// long as the events' own threshold.
  private List<RecordedEvent> recorded(boolean all, Scene scene) throws Exception {
    Path file = folder.resolveSibling(folder.getFileName() + ".jfr");
    Files.writeString(folder.resolve("secret-name"), "value");
    try (Recording recording = new Recording()) {
      if (all) {
        recording.enable(REQUEST).withThreshold(Duration.ZERO);
        recording.enable(FETCH).withThreshold(Duration.ZERO);
      }
      recording.start();
      try (TestGateway gateway = TestGateway.serving(folder)) {
        scene.play(gateway);
      }
      recording.stop();
      recording.dump(file);
      return RecordingFile.readAllEvents(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(each -> each.getEventType().getName().equals(name)).toList();
  }

  @Test
  void a_request_and_the_fetch_it_causes_are_recorded_without_the_name_of_the_object()
      throws Exception {
    List<RecordedEvent> events =
        recorded(
            true,
            gateway -> {
              String id =
                  gateway
                      .get("/mill/secret-name")
                      .headers()
                      .firstValue("x-amz-request-id")
                      .orElseThrow();
              assertThat(id).isNotEmpty();
            });

    RecordedEvent request = named(events, REQUEST).getFirst();
    assertThat(request.getString("method")).isEqualTo("GET");
    assertThat(request.getString("bucket")).isEqualTo("mill");
    assertThat(request.getInt("status")).isEqualTo(200);
    assertThat(request.getLong("bytes")).isEqualTo(5);
    assertThat(request.getString("source")).isEqualTo("origin");
    assertThat(request.getString("client")).isEqualTo("127.0.0.1");
    assertThat(request.getDuration("timeToFirstByte"))
        .isPositive()
        .isLessThanOrEqualTo(request.getDuration());
    assertThat(request.getBoolean("cutShort")).isFalse();
    RecordedEvent fetch = named(events, FETCH).getFirst();
    assertThat(fetch.getString("bucket")).isEqualTo("mill");
    assertThat(fetch.getLong("length")).isEqualTo(5);
    assertThat(fetch.getLong("bytes")).isEqualTo(5);
    assertThat(fetch.getString("result")).isEqualTo("ok");
    assertThat(request.toString() + fetch).doesNotContain("secret-name");
  }

  @Test
  void by_default_nothing_is_recorded_that_takes_less_than_20_ms() throws Exception {
    List<RecordedEvent> events =
        recorded(
            false,
            gateway -> {
              for (int i = 0; i < 20; i++) {
                gateway.get("/mill/secret-name");
              }
            });
    assertThat(named(events, REQUEST))
        .allMatch(each -> each.getDuration().compareTo(Duration.ofMillis(20)) >= 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {REQUEST, FETCH})
  void every_field_is_explained_and_no_stack_trace_taken(String name) throws Exception {
    Files.writeString(folder.resolve("secret-name"), "value");
    try (TestGateway gateway = TestGateway.serving(folder)) {
      gateway.get("/mill/secret-name");
    }
    EventType type =
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    String page = Files.readString(Path.of("..", "docs", "gateway-events.md"));
    String section = page.substring(page.indexOf("## `" + name + "`"));
    assertThat(type.getFields())
        .extracting(ValueDescriptor::getName)
        .filteredOn(field -> !OF_EVERY_EVENT.contains(field))
        .isNotEmpty()
        .allMatch(field -> section.contains("`" + field + "`"));
    assertThat(type.getCategoryNames()).containsExactly("Millrace", "Gateway");
    assertThat(type.getSettingDescriptors())
        .anyMatch(
            each -> each.getName().equals("stackTrace") && each.getDefaultValue().equals("false"))
        .anyMatch(
            each -> each.getName().equals("threshold") && each.getDefaultValue().equals("20 ms"));
  }
}
