package dev.millrace.gateway.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How it is known who asks, and what they may.
///
/// @param file who may read what; everybody may read everything where null
/// @param certificates how clients show certificates; they are not asked where null
public record AccessSettings(@Nullable Path file, @Nullable ClientCertificates certificates) {
  /// How clients show certificates.
  ///
  /// @param authority the PEM file of the authorities that vouch for them
  /// @param required whether clients without one are turned away in the handshake
  public record ClientCertificates(Path authority, boolean required) {}
}
