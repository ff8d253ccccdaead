import dev.millrace.bench.BenchCommand;
import dev.millrace.gateway.command.Subcommand;
import org.jspecify.annotations.NullMarked;

/// Comparisons of Millrace with its peers.
@NullMarked
module dev.millrace.bench {
  requires static transitive org.jspecify;
  // The peers run in JVMs of their own, on the class path.
  requires static io.netty.buffer;
  requires static io.netty.handler;
  requires static jmh.core;
  requires static org.conscrypt;
  requires com.github.benmanes.caffeine;
  requires dev.millrace.cache;
  requires dev.millrace.gateway;
  requires dev.millrace.tls;
  requires info.picocli;
  requires java.management;
  requires java.net.http;
  requires jdk.jfr;
  requires jdk.management;

  opens dev.millrace.bench to
      info.picocli;

  provides Subcommand with
      BenchCommand;
}
