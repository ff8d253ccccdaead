package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.PublicKeyCryptography;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiscoveredProvidersTest {
  @TempDir Path folder;

  private final Logger logger = Logger.getLogger(PublicKeyCryptography.class.getName());
  private final List<LogRecord> logged = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  /// Has a token.
  public static final class Working implements PublicKeyCryptography {
    @Override
    public Provider provider() {
      return new TokenProvider();
    }
  }

  /// Has none, and none was expected.
  public static final class Empty implements PublicKeyCryptography {
    @Override
    public @Nullable Provider provider() {
      return null;
    }
  }

  /// Knows why it has none.
  public static final class Elsewhere implements PublicKeyCryptography {
    @Override
    public Provider provider() throws NoSuchProviderException {
      throw new NoSuchProviderException("Example: not on this machine");
    }
  }

  /// Finds no library.
  public static final class Unlinked implements PublicKeyCryptography {
    @Override
    public Provider provider() {
      throw new UnsatisfiedLinkError("no example in java.library.path");
    }
  }

  /// Cannot even be made.
  public static final class Unmade implements PublicKeyCryptography {
    public Unmade() {
      throw new IllegalStateException("not today");
    }

    @Override
    public Provider provider() {
      return new TokenProvider();
    }
  }

  @Test
  void the_providers_of_services_are_found() throws IOException {
    DiscoveredProviders found = discovered(Working.class.getName());
    assertThat(found.providers()).extracting(Provider::getName).containsExactly(TokenProvider.NAME);
    assertThat(found.failures()).isEmpty();
    assertThat(logged).isEmpty();
  }

  @Test
  void a_service_may_have_none() throws IOException {
    assertThat(discovered(Empty.class.getName()))
        .isEqualTo(new DiscoveredProviders(List.of(), List.of()));
    assertThat(logged).isEmpty();
  }

  @Test
  void those_that_cannot_be_had_are_left_out_and_logged() throws IOException {
    DiscoveredProviders found =
        discovered(
            Elsewhere.class.getName(),
            Unlinked.class.getName(),
            Unmade.class.getName(),
            Working.class.getName());
    assertThat(found.providers()).hasSize(1);
    assertThat(found.failures())
        .hasSize(3)
        .contains("Example: not on this machine")
        .anyMatch(failure -> failure.contains("no example in java.library.path"))
        .anyMatch(failure -> failure.contains("Unmade"));
    assertThat(logged).hasSize(3);
  }

  @Test
  void a_service_that_is_not_there_breaks_nothing() throws IOException {
    DiscoveredProviders found = discovered("dev.millrace.Absent");
    assertThat(found.providers()).isEmpty();
    assertThat(found.failures()).singleElement().asString().contains("dev.millrace.Absent");
    assertThat(logged).hasSize(1);
  }

  @Test
  void a_service_that_was_made_for_a_library_that_is_not_there_breaks_nothing() throws IOException {
    String source =
        """
        class Library {}
        public class Made extends Library implements dev.millrace.tls.PublicKeyCryptography {
          public java.security.Provider provider() { return null; }
        }
        """;
    Path file = Files.writeString(folder.resolve("Made.java"), source);
    String classPath = System.getProperty("java.class.path");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, file.toString()))
        .isZero();
    Files.delete(folder.resolve("Library.class"));
    DiscoveredProviders found = discovered("Made");
    assertThat(found.providers()).isEmpty();
    assertThat(found.failures()).singleElement().asString().contains("Library");
  }

  @Test
  void without_services_there_is_nothing() {
    assertThat(DiscoveredProviders.inThisJvm())
        .isEqualTo(new DiscoveredProviders(List.of(), List.of()));
  }

  private DiscoveredProviders discovered(String... services) throws IOException {
    Path list = folder.resolve("META-INF/services").resolve(PublicKeyCryptography.class.getName());
    Files.createDirectories(list.getParent());
    Files.writeString(list, Stream.of(services).collect(Collectors.joining("\n")));
    URL[] here = {folder.toUri().toURL()};
    try (var loader = new URLClassLoader(here, DiscoveredProvidersTest.class.getClassLoader())) {
      return DiscoveredProviders.of(ServiceLoader.load(PublicKeyCryptography.class, loader));
    }
  }
}
