package dev.millrace.bench.gateway;

import java.net.URI;

/// A server under measurement, listening on loopback.
///
/// @param name what it is called in messages
/// @param version which release of it runs
/// @param process the process whose processor time, descendants included, is the server's
record Server(String name, String version, int port, ProcessHandle process) {
  URI uri(SampleObject object) {
    return URI.create("https://127.0.0.1:%d/%s/%s".formatted(port, Site.BUCKET, object.fileName()));
  }
}
