package dev.millrace.store.io;

import java.io.IOException;
import java.nio.file.Path;

/// Files of blocks, and the memory to read them into.
///
/// Safe for use by several threads. An open one holds threads, descriptors and all of its buffers'
/// memory until closed.
public interface BlockIo extends AutoCloseable {
  /// Starts the engine that `config` chooses.
  ///
  /// @throws IOException if io_uring is insisted on and the kernel refuses
  static BlockIo open(IoConfig config) throws IOException {
    return DirectIo.open(config, Uring.RingSetup.ofKernel());
  }

  /// Which engine works.
  EngineFacts engine();

  /// Opens a file for reading and writing, made where it is missing, and gives it exactly `size`
  /// bytes with blocks of the device behind all of them. What it held up to there stays.
  ///
  /// @param size a multiple of [BlockFile#BLOCK], at least one of it
  /// @throws DeviceException if the system refuses, ENOSPC above all; a file that was made is
  ///   deleted again
  BlockFile create(Path file, long size) throws IOException;

  /// Opens a file that is there, for reading and writing.
  ///
  /// @throws DeviceException if the system refuses
  BlockFile open(Path file) throws IOException;

  /// A buffer of at least that many bytes, as soon as one of the smallest size that is large enough
  /// is free; a thread that holds one and waits for another may wait for itself. What it holds is
  /// left from earlier use.
  ///
  /// @throws IllegalArgumentException if no buffers are that large
  /// @throws IllegalStateException if this is closed
  IoBuffer acquire(int bytes) throws InterruptedException;

  /// What was read and written since the start, and how long it took, stage by stage.
  IoStats stats();

  /// Refuses new requests, waits for those under way, and gives everything back. Files are closed;
  /// buffers that are still lent become inaccessible.
  @Override
  void close();
}
