package dev.millrace.gateway.settings;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What settings depend on that is not itself a setting.
///
/// @param environment the environment variables
/// @param workingFolder what relative paths start from
/// @param userHome the user's home folder
/// @param checkout the checkout that Millrace runs from, with its sample objects; null outside one
/// @param maximumHeap the bound of the Java heap in bytes
/// @param memory the memory of the machine, or of the container, in bytes
/// @param files how many files the process may have open, connections included
public record Surroundings(
    Map<String, String> environment,
    Path workingFolder,
    Path userHome,
    @Nullable Path checkout,
    long maximumHeap,
    long memory,
    long files) {

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /// The surroundings of this process. The launcher names the checkout in the system property
  /// `millrace.home`.
  public static Surroundings ofProcess() {
    var checkout = System.getProperty("millrace.home");
    return new Surroundings(
        System.getenv(),
        Path.of("").toAbsolutePath(),
        Path.of(System.getProperty("user.home")),
        checkout == null ? null : Path.of(checkout).toAbsolutePath(),
        Runtime.getRuntime().maxMemory(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        mostFiles());
  }

  private static long mostFiles() {
    var system = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
    return system == null ? Long.MAX_VALUE : system.getMaxFileDescriptorCount();
  }
}
