package dev.millrace.gateway;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.sign.CanonicalQuery;
import dev.millrace.s3.sign.SigV4;
import dev.millrace.s3.sign.UnsignedRequest;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Signatures of requests to a gateway of tests.
final class Signature {
  private Signature() {}

  /// The headers that sign a GET of `path`, which needs no encoding: names and values in turn.
  static String[] ofGet(int port, String path, Credentials credentials) {
    UnsignedRequest unsigned =
        new UnsignedRequest("GET", "127.0.0.1:" + port, path, CanonicalQuery.NONE, new TreeMap<>());
    Map<String, String> headers =
        new SigV4("us-east-1").headers(unsigned, SigV4.EMPTY_PAYLOAD, credentials, Instant.now());
    return headers.entrySet().stream()
        .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
        .toArray(String[]::new);
  }
}
