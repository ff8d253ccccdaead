import org.jspecify.annotations.NullMarked;

/// The gateway, a read-through HTTPS cache in front of S3, and the `millrace` command.
@NullMarked
module dev.millrace.gateway {
  requires static transitive org.jspecify;
  requires transitive dev.millrace.fleet;
  requires transitive dev.millrace.s3;
  requires transitive dev.millrace.seal;
  requires dev.millrace.store;
  requires transitive dev.millrace.tls;
  requires com.github.benmanes.caffeine;
  requires info.picocli;
  requires io.helidon.common.buffers;
  requires io.helidon.common.socket;
  requires io.helidon.common.tls;
  requires io.helidon.http;
  requires io.helidon.http.encoding;
  requires io.helidon.http.http2;
  requires io.helidon.webserver;
  requires io.helidon.webserver.http2;
  requires io.opentelemetry.api;
  requires io.opentelemetry.context;
  requires io.opentelemetry.exporter.otlp;
  requires io.opentelemetry.sdk.common;
  requires io.opentelemetry.sdk.metrics;
  requires io.opentelemetry.sdk.trace;
  requires io.prometheus.metrics.config;
  requires io.prometheus.metrics.model;
  requires io.prometheus.writer.text;
  requires java.logging;
  requires java.net.http;
  requires jdk.jfr;
  requires jdk.management;
  requires jdk.unsupported;
  requires org.snakeyaml.engine;

  exports dev.millrace.gateway;
  exports dev.millrace.gateway.access;
  exports dev.millrace.gateway.command;
  exports dev.millrace.gateway.settings;

  opens dev.millrace.gateway.command to
      info.picocli;

  uses dev.millrace.fleet.MembershipProvider;
  uses dev.millrace.gateway.command.Subcommand;
}
