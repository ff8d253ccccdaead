package dev.millrace.gateway.trace;

import dev.millrace.gateway.slice.Peer;
import dev.millrace.gateway.slice.SliceKey;
import java.io.IOException;
import java.io.InputStream;

/// A peer that is asked for the sake of a request that is traced.
record TracedPeer(Peer peer, ClientSpans spans) implements Peer {
  @Override
  public String name() {
    return peer.name();
  }

  @Override
  public InputStream open(SliceKey key, int size, int length, int from) throws IOException {
    return spans.ofStream(
        "GET",
        span -> {
          span.setAttribute("http.request.method", "GET");
          span.setAttribute("server.address", peer.name());
          span.setAttribute("aws.s3.bucket", key.object().bucket());
          span.setAttribute("aws.s3.key", key.object().key());
          span.setAttribute("millrace.slice", key.index());
        },
        () -> peer.open(key, size, length, from));
  }

  @Override
  public boolean answers() {
    return peer.answers();
  }
}
