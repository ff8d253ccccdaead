package dev.millrace.tls.record;

import dev.millrace.tls.pool.Pool;
import java.util.Arrays;

/// A pool of arrays that each hold so many of the largest records. They are for bytes in flight
/// only: a connection that waits for its peer holds none, so that it costs what it has to remember,
/// and not what it could receive.
///
/// Arrays that held plaintext are zeroed before they come back ([#giveWiped]). A pool mixes the
/// traffic of all connections, and one mistake with a length anywhere must not show to one peer
/// what belongs to another. It costs a small part of what it costs to open or seal the same bytes;
/// ciphertext, which everybody on the way has seen, is not zeroed.
///
/// Safe for use by several threads, which never wait.
public final class RecordBuffers {
  /// The most bytes of a record: none of any version is larger.
  public static final int BUFFER_LENGTH = Records.HEADER_LENGTH + Records.MAX_CIPHERTEXT_12;

  /// The arrays of all connections, for one record each.
  public static final RecordBuffers SINGLE = new RecordBuffers(256, 1);

  /// The arrays of all connections for what goes into a transport with one call: four records, for
  /// which the call itself costs little.
  public static final RecordBuffers BATCH = new RecordBuffers(32, 4);

  private final Pool<byte[]> arrays;
  private final int length;

  /// @param capacity at most how many arrays it keeps
  /// @param records for how many of the largest records each has room
  RecordBuffers(int capacity, int records) {
    this.length = records * BUFFER_LENGTH;
    this.arrays = new Pool<>(capacity, () -> new byte[length]);
  }

  /// An array with anything in it. It is the caller's alone until it is given back, which is not a
  /// duty.
  public byte[] take() {
    return arrays.take();
  }

  /// Gives back an array that never held plaintext, at most once, and not to be used any more.
  public void give(byte[] buffer) {
    if (buffer.length != length) {
      throw new IllegalArgumentException("not an array of this pool");
    }
    arrays.give(buffer);
  }

  /// Gives back an array that held plaintext, which is zeroed.
  ///
  /// @param used up to where the array was written to since it was taken
  public void giveWiped(byte[] buffer, int used) {
    Arrays.fill(buffer, 0, used, (byte) 0);
    give(buffer);
  }
}
