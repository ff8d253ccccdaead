package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsPageTest {
  private static final Set<String> OF_EVERY_EVENT =
      Set.of("startTime", "duration", "eventThread", "stackTrace");

  @ParameterizedTest
  @ValueSource(classes = {TlsHandshakeEvent.class, TlsCloseEvent.class})
  void every_field_is_explained(Class<? extends Event> event) throws Exception {
    EventType type = EventType.getEventType(event);
    String page = Files.readString(Path.of("../docs/tls-events.md"));
    String section = page.substring(page.indexOf("## `" + type.getName() + "`"));

    assertThat(type.getFields())
        .extracting(ValueDescriptor::getName)
        .filteredOn(name -> !OF_EVERY_EVENT.contains(name))
        .hasSizeGreaterThan(10)
        .allMatch(name -> section.contains("`" + name + "`"));
  }

  @Test
  void they_are_of_one_category_and_cost_no_stack_trace() {
    for (Class<? extends Event> event : List.of(TlsHandshakeEvent.class, TlsCloseEvent.class)) {
      EventType type = EventType.getEventType(event);
      assertThat(type.getCategoryNames()).containsExactly("Millrace", "TLS");
      assertThat(type.getSettingDescriptors())
          .anyMatch(
              each -> each.getName().equals("stackTrace") && each.getDefaultValue().equals("false"))
          .anyMatch(
              each -> each.getName().equals("enabled") && each.getDefaultValue().equals("true"));
    }
  }
}
