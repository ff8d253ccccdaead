package dev.millrace.store.ssd;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.Errno;
import dev.millrace.store.io.FaultyIo;
import dev.millrace.store.io.FaultyIo.Fault;
import dev.millrace.store.io.FaultyIo.Kind;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.io.IoConfig.EngineChoice;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// A device that works until it is told to fail.
public final class TestDevice {
  private static final long ALL = Long.MAX_VALUE;
  private static final Fault NONE = new Fault.None();
  private static final Fault ERROR = new Fault.Failed(Errno.EIO);

  private final AtomicLong bytesLeft = new AtomicLong(ALL);
  private final AtomicInteger writesToFail = new AtomicInteger();
  private final AtomicReference<Runnable> nextWrite = new AtomicReference<>(TestDevice::nothing);
  private volatile boolean headersFail;
  private volatile Fault ofReads = NONE;
  private volatile Fault ofCreation = NONE;

  /// What reads and writes on it, with as little as will do.
  public BlockIo open(SsdConfig config, EngineChoice engine) throws IOException {
    IoConfig io = IoConfig.defaults().withEngine(engine).withQueues(1).withThreads(2);
    BlockIo working = BlockIo.open(io.withBuffers(config.buffers()));
    return new FaultyIo(working, (kind, _, position, length) -> next(kind, position, length));
  }

  /// As [#open(SsdConfig,EngineChoice)], with the engine that any kernel has.
  public BlockIo open(SsdConfig config) throws IOException {
    return open(config, EngineChoice.POSITIONAL);
  }

  private Fault next(Kind kind, long position, int length) {
    return switch (kind) {
      case CREATE -> ofCreation;
      case READ -> ofReads;
      case WRITE -> position == 0 && headersFail ? ERROR : ofWrite(length);
      case FORCE -> NONE;
    };
  }

  private static void nothing() {}

  private Fault ofWrite(int length) {
    nextWrite.getAndSet(TestDevice::nothing).run();
    if (writesToFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return ERROR;
    }
    long left = bytesLeft.getAndUpdate(before -> before == ALL ? ALL : before - length);
    return left >= length ? NONE : new Fault.Torn((int) Math.max(0, left) & -BlockFile.BLOCK);
  }

  /// Fails all reads from now on.
  public void failReads() {
    ofReads = ERROR;
  }

  /// Reads find the end of the file from now on.
  void shortenReads() {
    ofReads = new Fault.CutShort(0);
  }

  /// Fails the next writes.
  public void failWrites(int count) {
    writesToFail.set(count);
  }

  /// Has that done before something is written next, by who writes it.
  void beforeNextWrite(Runnable what) {
    nextWrite.set(what);
  }

  /// Fails to write the headers of segments from now on.
  void failHeaders() {
    headersFail = true;
  }

  /// The disk is full from now on.
  public void refuseFiles() {
    ofCreation = new Fault.Failed(Errno.ENOSPC);
  }

  /// Only so many more bytes reach the device, in whole blocks and in the order in which they are
  /// written. No write fails for it: so it is when a machine loses its power.
  public void loseAllAfter(long bytes) {
    bytesLeft.set(bytes);
  }

  /// Works from now on.
  public void heal() {
    ofReads = NONE;
    ofCreation = NONE;
    headersFail = false;
    writesToFail.set(0);
  }
}
