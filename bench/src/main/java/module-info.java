import dev.millrace.bench.BenchCommand;
import dev.millrace.gateway.command.Subcommand;
import org.jspecify.annotations.NullMarked;

/// Comparisons of Millrace with its peers.
@NullMarked
module dev.millrace.bench {
  requires static transitive org.jspecify;
  // The peers run in JVMs of their own, on the class path.
  requires static HdrHistogram;
  requires static allgood.consistent.hash;
  requires static org.apache.xmlgraphics.batik.svggen;
  requires static chronicle.bytes;
  requires static chronicle.core;
  requires static chronicle.map;
  requires static com.google.common;
  requires static dev.millrace.s3.awssdk;
  requires static ehcache;
  requires static io.netty.buffer;
  requires static io.netty.handler;
  requires static jmh.core;
  requires static java.desktop;
  requires static ohc.core;
  requires static okhttp3;
  requires static org.apache.commons.lang3;
  requires static org.apache.httpcomponents.client5.httpclient5;
  requires static org.apache.httpcomponents.core5.httpcore5;
  requires static org.conscrypt;
  requires static org.reactivestreams;
  requires static software.amazon.awssdk.auth;
  requires static software.amazon.awssdk.awscore;
  requires static software.amazon.awssdk.core;
  requires static software.amazon.awssdk.http;
  requires static software.amazon.awssdk.http.apache5;
  requires static software.amazon.awssdk.http.crt;
  requires static software.amazon.awssdk.http.nio.netty;
  requires static software.amazon.awssdk.http.urlconnection;
  requires static software.amazon.awssdk.regions;
  requires static software.amazon.awssdk.services.s3;
  requires static software.amazon.awssdk.transfer.s3;
  requires static software.amazon.awssdk.utils;
  requires static xchart;
  requires com.dynatrace.hash4j;
  requires com.github.benmanes.caffeine;
  requires com.github.luben.zstd_jni;
  requires dev.millrace.cache;
  requires dev.millrace.fleet;
  requires dev.millrace.gateway;
  requires dev.millrace.s3;
  requires dev.millrace.seal;
  requires dev.millrace.store;
  requires dev.millrace.tls;
  requires info.picocli;
  requires java.management;
  requires java.net.http;
  requires jdk.jfr;
  requires jdk.management;
  requires org.apache.commons.rng.api;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;
  requires org.lz4.java;
  requires org.snakeyaml.engine;

  opens dev.millrace.bench to
      info.picocli;

  provides Subcommand with
      BenchCommand;
}
