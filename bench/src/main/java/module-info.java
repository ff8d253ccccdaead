import dev.millrace.bench.BenchCommand;
import dev.millrace.gateway.command.Subcommand;
import org.jspecify.annotations.NullMarked;

/// Comparisons of Millrace with its peers.
@NullMarked
module dev.millrace.bench {
  requires static transitive org.jspecify;
  requires static jmh.core;
  requires com.github.benmanes.caffeine;
  requires dev.millrace.cache;
  requires dev.millrace.gateway;
  requires info.picocli;
  requires java.management;
  requires java.net.http;

  opens dev.millrace.bench to
      info.picocli;

  provides Subcommand with
      BenchCommand;
}
