package dev.millrace.seal;

import java.util.Arrays;

/// Puts data keys into headers as they are, so that a test can do by hand what follows from one.
final class BareKeys implements KeyService {
  static final String NAME = "bare";

  @Override
  public WrappedKey wrap(byte[] key) {
    return new WrappedKey(NAME, key.clone());
  }

  @Override
  public byte[] unwrap(WrappedKey wrapped) {
    return wrapped.bytes().clone();
  }

  /// The data key in a header.
  static byte[] dataKey(byte[] sealed) {
    int at = 22 + NAME.length();
    return Arrays.copyOfRange(sealed, at, at + 32);
  }
}
