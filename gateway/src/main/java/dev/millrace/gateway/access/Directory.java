package dev.millrace.gateway.access;

import java.io.IOException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/// Knows who there is, and what they may do. It is asked for every request, so it should have its
/// answers in memory. Used by any number of threads at once.
public interface Directory extends AutoCloseable {
  /// The key of that id, or null if there is none.
  ///
  /// @throws IOException if it cannot be told now; the request is refused with 503
  @Nullable AccessKey key(String accessKeyId) throws IOException;

  /// Who `certificate` is, or null if it is nobody's. That its owner has shown it, and that an
  /// authority vouches for it, is settled.
  ///
  /// @throws IOException if it cannot be told now; the request is refused with 503
  @Nullable Identity holder(X509Certificate certificate) throws IOException;

  /// Who shows neither, and what they may do: nothing, perhaps.
  Identity anonymous();

  @Override
  default void close() {}
}
