package dev.millrace.seal;

import java.util.Arrays;

/// A data key as it stands in a container's header: encrypted under a key that has a name.
///
/// @param keyId the name of the key that it is wrapped with, at most 1,024 bytes of UTF-8
/// @param bytes the wrapped key, at most 6,144 bytes; not copied, and not to be changed
public record WrappedKey(String keyId, byte[] bytes) {
  @Override
  public boolean equals(Object other) {
    return other instanceof WrappedKey(String id, byte[] theirs)
        && keyId.equals(id)
        && Arrays.equals(bytes, theirs);
  }

  @Override
  public int hashCode() {
    return 31 * keyId.hashCode() + Arrays.hashCode(bytes);
  }
}
