package dev.millrace.store.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A file that is read and written in blocks.
///
/// Whoever calls waits until the device is done, also when interrupted: the interrupt stays
/// pending. So memory is never written to behind the back of its next owner. Safe for use by
/// several threads; of requests under way at the same time none is first.
public interface BlockFile extends AutoCloseable {
  /// What positions, lengths and sizes are multiples of, in bytes.
  int BLOCK = 4096;

  /// One of several reads at once.
  ///
  /// @param position where in the file, in bytes
  /// @param into what is read into
  /// @param offset where in the buffer, in bytes
  /// @param length how much, in bytes
  record Read(long position, IoBuffer into, int offset, int length) {}

  Path path();

  /// In bytes, as it was opened.
  long size();

  /// Whether the page cache is passed by.
  boolean isDirect();

  /// What the file system refused, and what is done instead, in words; empty where it refused
  /// nothing.
  List<String> compromises();

  /// Reads exactly `length` bytes into the buffer, from `offset` on.
  ///
  /// @throws ShortReadException if the file is shorter than it was
  /// @throws DeviceException if the device fails
  /// @throws ClosedFileException if this is closed
  /// @throws IllegalArgumentException if position, offset or length are not multiples of [#BLOCK]
  ///   or are out of bounds
  void read(long position, IoBuffer into, int offset, int length) throws IOException;

  /// Reads exactly `length` bytes into the buffer's beginning.
  default void read(long position, IoBuffer into, int length) throws IOException {
    read(position, into, 0, length);
  }

  /// Reads several parts at the same time and waits for all of them.
  ///
  /// @throws IOException as [#read(long,IoBuffer,int,int)] does, for the first that failed; the
  ///   others have ended, one way or the other
  void read(List<Read> reads) throws IOException;

  /// Writes exactly `length` bytes of the buffer, from `offset` on. They are on the device when
  /// [#force] returns.
  ///
  /// @throws DeviceException if the device fails or is full; some of it may be written
  /// @throws ClosedFileException if this is closed
  /// @throws IllegalArgumentException as for reads
  void write(long position, IoBuffer from, int offset, int length) throws IOException;

  /// Writes exactly `length` bytes of the buffer's beginning.
  default void write(long position, IoBuffer from, int length) throws IOException {
    write(position, from, 0, length);
  }

  /// Has the device keep what was written.
  ///
  /// @throws DeviceException if it cannot
  /// @throws ClosedFileException if this is closed
  void force() throws IOException;

  /// Refuses new requests and waits for those under way.
  @Override
  void close();
}
