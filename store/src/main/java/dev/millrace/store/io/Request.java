package dev.millrace.store.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One thing asked of an engine, and whoever waits for it.
///
/// What is plain here passes from the caller to the engine's thread by the queue between them, and
/// back by [#turn]: whoever sees [End#DONE] there sees the result and the times.
final class Request {
  enum Operation {
    READ,
    WRITE,
    FORCE,
    /// Makes a file known to a ring, before anything is asked of it.
    ATTACH,
    /// Has a ring forget a file of which nothing is under way.
    DETACH,
    /// Ends the engine's thread once everything asked before is done.
    STOP
  }

  /// The result where the engine broke down with the request under way: the kernel may still use
  /// its memory.
  static final int ABANDONED = Integer.MIN_VALUE;

  /// What is left when nobody waits any more.
  private enum End {
    DONE
  }

  private static final VarHandle TURN;

  static {
    try {
      TURN = MethodHandles.lookup().findVarHandle(Request.class, "turn", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Operation operation;
  final int descriptor;

  /// Where rings have the file registered, or -1.
  final int slot;

  final long position;
  final long address;
  final int length;

  /// Times of [System#nanoTime].
  long queued;

  long submitted;
  long completed;

  /// Bytes, or the negative errno, or [#ABANDONED].
  int result;

  /// Who counts it, from when it is on its way.
  @Nullable StageLog log;

  /// The one behind this in a queue.
  @Nullable Request next;

  /// Null at first, then the thread that waits, then [End#DONE].
  private volatile @Nullable Object turn;

  Request(Operation operation, int descriptor, int slot, long position, long address, int length) {
    this.operation = operation;
    this.descriptor = descriptor;
    this.slot = slot;
    this.position = position;
    this.address = address;
    this.length = length;
  }

  /// One without a position, of that file.
  static Request of(Operation operation, int descriptor, int slot) {
    return new Request(operation, descriptor, slot, 0, 0, 0);
  }

  /// Ends it, and wakes who waits for it.
  void complete(int result) {
    this.result = result;
    if (TURN.getAndSet(this, End.DONE) instanceof Thread waiting) {
      LockSupport.unpark(waiting);
    }
  }

  /// Waits for the end, also when interrupted; an interrupt stays pending.
  int await() {
    Thread current = Thread.currentThread();
    boolean interrupted = false;
    if (TURN.compareAndSet(this, null, current)) {
      while (turn != End.DONE) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      current.interrupt();
    }
    if (log != null) {
      log.delivered(this);
    }
    return result;
  }

  /// What is left of it where the first `done` bytes are there.
  Request rest(int done) {
    return new Request(operation, descriptor, slot, position + done, address + done, length - done);
  }

  /// What is tried, for people to read.
  @Override
  public String toString() {
    return switch (operation) {
      case READ -> "read of %d bytes at %d".formatted(length, position);
      case WRITE -> "write of %d bytes at %d".formatted(length, position);
      case FORCE -> "fdatasync";
      case ATTACH -> "registration";
      case DETACH -> "end of registration";
      case STOP -> "end";
    };
  }
}
