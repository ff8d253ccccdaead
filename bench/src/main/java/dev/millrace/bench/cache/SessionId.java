package dev.millrace.bench.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;

/// A key as the JDK's TLS has them (`sun.security.ssl.SessionId`): 32 random bytes, hashed anew at
/// each call and compared in constant time (JDK-8203190).
final class SessionId {
  private static final int LENGTH = 32;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;

  private SessionId(byte[] bytes) {
    this.bytes = bytes;
  }

  static SessionId random(Xorshift random) {
    byte[] bytes = new byte[LENGTH];
    for (int at = 0; at < LENGTH; at += Long.BYTES) {
      LONGS.set(bytes, at, random.next());
    }
    return new SessionId(bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof SessionId that && MessageDigest.isEqual(bytes, that.bytes));
  }
}
