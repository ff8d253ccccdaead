package dev.millrace.gateway.fleet;

import dev.millrace.fleet.ticket.Wrapping;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.nio.file.Path;

/// Wraps ticket keys as a sealed container under the first key of a keyring, bound to the fleet, so
/// that nothing else that was sealed under that key is taken for its ticket keys.
final class KeyringWrapping implements Wrapping {
  private static final int LONGEST = 4096;

  private final Keyring keys;
  private final Binding binding;

  private KeyringWrapping(Keyring keys, Binding binding) {
    this.keys = keys;
    this.binding = binding;
  }

  /// Wraps under the first key in `file`.
  ///
  /// @param fleet tells it from others whose nodes have the same keyring
  /// @throws IOException if the file is not a keyring, or open to others than its owner and group
  static KeyringWrapping read(Path file, String fleet) throws IOException {
    return new KeyringWrapping(Keyring.read(file), Binding.of("fleet", fleet, "ticket keys"));
  }

  @Override
  public byte[] wrap(byte[] plain) throws IOException {
    // A sealer has one data key for its life: each set of ticket keys is to have its own.
    return new Sealer(SealConfig.standard().withCompression(new Compression.None()), keys)
        .seal(plain, binding);
  }

  @Override
  public byte[] unwrap(byte[] wrapped) throws IOException {
    return new Opener(keys).open(wrapped, binding, LONGEST);
  }
}
