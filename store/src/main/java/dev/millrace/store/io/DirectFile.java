package dev.millrace.store.io;

import dev.millrace.store.io.Request.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file of a [DirectIo].
final class DirectFile implements BlockFile {
  private final DirectIo owner;
  private final Engine engine;
  private final OpenedFile opened;
  private final int slot;
  private final Gate gate = new Gate();
  private boolean closed;

  DirectFile(DirectIo owner, Engine engine, OpenedFile opened, int slot) {
    this.owner = owner;
    this.engine = engine;
    this.opened = opened;
    this.slot = slot;
  }

  int descriptor() {
    return opened.descriptor();
  }

  /// Where rings have it registered, or -1.
  int slot() {
    return slot;
  }

  @Override
  public Path path() {
    return opened.path();
  }

  @Override
  public long size() {
    return opened.size();
  }

  @Override
  public boolean isDirect() {
    return opened.direct();
  }

  @Override
  public List<String> compromises() {
    return opened.compromises();
  }

  @Override
  public void read(long position, IoBuffer into, int offset, int length) throws BlockIoException {
    transfer(Operation.READ, new Read(position, into, offset, length));
  }

  @Override
  public void write(long position, IoBuffer from, int offset, int length) throws BlockIoException {
    transfer(Operation.WRITE, new Read(position, from, offset, length));
  }

  private void transfer(Operation operation, Read part) throws BlockIoException {
    check(part);
    enter();
    try {
      finish(submit(operation, part), part.into());
    } finally {
      gate.leave();
    }
  }

  @Override
  public void read(List<Read> reads) throws BlockIoException {
    reads.forEach(this::check);
    enter();
    try {
      List<Request> requests = new ArrayList<>(reads.size());
      BlockIoException failure = null;
      try {
        reads.forEach(read -> requests.add(submit(Operation.READ, read)));
      } finally {
        failure = finish(requests, reads);
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      gate.leave();
    }
  }

  /// Waits for all, and says how the first failed that did.
  private @Nullable BlockIoException finish(List<Request> requests, List<Read> reads) {
    BlockIoException failure = null;
    for (int i = 0; i < requests.size(); i++) {
      try {
        finish(requests.get(i), reads.get(i).into());
      } catch (BlockIoException e) {
        failure = failure == null ? e : failure;
      }
    }
    return failure;
  }

  @Override
  public void force() throws BlockIoException {
    enter();
    try {
      Request request = Request.of(Operation.FORCE, descriptor(), slot);
      engine.submit(request);
      int result = request.await();
      if (result < 0) {
        throw failure(request, result);
      }
    } finally {
      gate.leave();
    }
  }

  private void enter() throws ClosedFileException {
    if (!gate.enter()) {
      throw new ClosedFileException(path());
    }
  }

  private void check(Read part) {
    if (((part.position() | part.offset() | part.length()) & (BLOCK - 1)) != 0) {
      throw new IllegalArgumentException(
          "position %d, offset %d and length %d must be multiples of %d"
              .formatted(part.position(), part.offset(), part.length(), BLOCK));
    }
    if (part.length() <= 0
        || part.offset() < 0
        || part.length() > part.into().size() - part.offset()) {
      throw new IllegalArgumentException(
          "%d bytes from %d on are not within a buffer of %d"
              .formatted(part.length(), part.offset(), part.into().size()));
    }
    if (part.position() < 0 || part.position() > size() - part.length()) {
      throw new IllegalArgumentException(
          "%d bytes at %d are not within the %d bytes of %s"
              .formatted(part.length(), part.position(), size(), path()));
    }
  }

  private Request submit(Operation operation, Read part) {
    part.into().hold();
    Request request =
        new Request(
            operation,
            descriptor(),
            slot,
            part.position(),
            part.into().memory().address() + part.offset(),
            part.length());
    engine.submit(request);
    return request;
  }

  /// Waits for a request, asks for what is left where the system did a part of it, and gives the
  /// memory free.
  private void finish(Request first, IoBuffer buffer) throws BlockIoException {
    int result = first.await();
    int done = 0;
    Request request = first;
    while (result != request.length && isPartial(request, result)) {
      int progress = Math.max(result, 0);
      done += progress;
      request = request.rest(progress);
      engine.submit(request);
      result = request.await();
    }
    if (result == Request.ABANDONED) {
      owner.abandonBuffers();
    } else {
      buffer.release();
    }
    if (result < 0 || (result == 0 && request.operation == Operation.WRITE)) {
      throw failure(first, result);
    }
    if (result != request.length) {
      throw new ShortReadException(first + " of " + path(), done + result);
    }
  }

  /// Whether the rest may be asked for. What ends within a block is the file's end, and nothing can
  /// be read directly from there on.
  private static boolean isPartial(Request request, int result) {
    return Errno.EINTR.isResult(result)
        || (result > 0 && (request.operation == Operation.WRITE || result % BLOCK == 0));
  }

  private BlockIoException failure(Request request, int result) {
    Errno errno =
        switch (result) {
          case Request.ABANDONED -> Errno.ECANCELED;
          case 0 -> Errno.EIO;
          default -> new Errno(-result);
        };
    return new DeviceException(request + " of " + path(), errno);
  }

  @Override
  public synchronized void close() {
    gate.shut();
    if (!closed) {
      closed = true;
      owner.closed(this);
    }
  }
}
