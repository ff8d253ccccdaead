package dev.millrace.store.io;

import dev.millrace.store.io.Inbox.Owner;
import java.lang.foreign.Arena;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What the thread of a ring does.
///
/// # Structure
///
/// Callers put requests into the [Inbox] and wait. The thread goes round: it takes what has come,
/// fills in as many submissions as the ring may have under way, makes one call that submits them
/// and waits, and ends the requests whose completions are there. Whatever comes while it is at it
/// goes with the next call: the busier the ring, the fewer calls a request costs.
///
/// # Sleeping
///
/// With nothing under way the thread parks. With requests under way it waits in the kernel, where
/// only a completion wakes it; so that a new request can make one, a read of an eventfd is kept
/// posted, and whoever brings the request adds to that counter. Either way the thread says in the
/// inbox that it is about to sleep, in the same step in which it finds the inbox empty, and the one
/// who brings the first request takes that word away and wakes it: [Inbox] tells why no wake-up is
/// lost. The read is posted with the call that first needs it and stays until the counter is added
/// to. Should a completion wake the thread in the moment in which somebody decides to, the read
/// ends a little later, and is noticed as nothing but its tag.
///
/// With nothing under way the kernel would do as well as parking, were it not that the system
/// counts whoever waits for a ring with a read posted as waiting for a disk. Going on to look for
/// requests for some microseconds before parking made single readers slower: the thread that is
/// being woken to bring the next one often needs the same processor.
///
/// A ring that is full waits without a word: room is made by completions, not by requests.
///
/// So an idle ring costs no system call and no processor time, and a busy one costs its callers no
/// system call.
///
/// # Memory
///
/// Requests under way sit in `flying`, by the tag that the kernel gives back, and end only by their
/// completion. If the ring itself fails, those under way end as [Request#ABANDONED], whereupon
/// their memory is never used again.
final class RingLoop implements AutoCloseable {
  private static final long WAKE_TAG = -1;
  private static final long RETRY_NANOS = 20_000;

  private final Uring uring;
  private final Inbox inbox;
  private final StageLog log;
  private final CallCount calls;

  private final int counter;
  private final Arena arena = Arena.ofConfined();
  private final long counted = arena.allocate(Long.BYTES, Long.BYTES).address();

  /// Whether the read of the counter is on its way.
  private boolean posted;

  private final @Nullable Request[] flying;
  private final int[] freeTags;
  private int free;

  /// Taken, but without room yet; linked.
  private @Nullable Request pending;

  private boolean stopping;

  RingLoop(Uring uring, Inbox inbox, int counter, StageLog log, CallCount calls) {
    this.uring = uring;
    this.inbox = inbox;
    this.counter = counter;
    this.log = log;
    this.calls = calls;
    // One is left for the read of the counter.
    free = uring.entries() - 1;
    flying = new @Nullable Request[free];
    freeTags = new int[free];
    for (int i = 0; i < free; i++) {
      freeTags[i] = i;
    }
  }

  /// Goes round until told to stop.
  void run() {
    while (true) {
      if (pending == null) {
        pending = inbox.takeAll();
      }
      fill();
      if (free < flying.length) {
        enter();
        reap();
      } else if (stopping) {
        return;
      } else {
        park();
      }
    }
  }

  private void fill() {
    if (pending == null) {
      return;
    }
    long now = System.nanoTime();
    while (pending != null && free > 0) {
      Request request = pending;
      pending = request.next;
      request.next = null;
      switch (request.operation) {
        case READ, WRITE, FORCE -> {
          int tag = freeTags[--free];
          flying[tag] = request;
          request.submitted = now;
          request.log = log;
          uring.prepare(request, tag);
        }
        case ATTACH -> request.complete(uring.updateFile(request.slot, request.descriptor));
        case DETACH -> request.complete(uring.updateFile(request.slot, -1));
        case STOP -> {
          stopping = true;
          request.complete(0);
        }
      }
    }
  }

  private void enter() {
    boolean full = pending != null;
    boolean asleep = !full && inbox.sleep(Owner.IN_KERNEL);
    if (asleep && !posted) {
      uring.prepareWait(counter, counted, WAKE_TAG);
      posted = true;
    }
    calls.increment();
    int result = uring.enter(full || asleep ? 1 : 0);
    if (Errno.EAGAIN.isResult(result) || Errno.EBUSY.isResult(result)) {
      // The kernel is short of memory, or would have its completions read first.
      LockSupport.parkNanos(RETRY_NANOS);
    } else if (result < 0 && !Errno.EINTR.isResult(result)) {
      throw new IllegalStateException("io_uring_enter: " + new Errno(-result));
    }
    if (asleep) {
      // Before those who wait run again, and would find it asleep still.
      pending = inbox.takeAll();
    }
  }

  private void reap() {
    int completed = uring.completed();
    if (completed == 0) {
      return;
    }
    long now = System.nanoTime();
    for (; completed > 0; completed--) {
      long tag = uring.tag();
      int result = uring.result();
      uring.next();
      if (tag == WAKE_TAG) {
        posted = false;
      } else {
        end((int) tag, result, now);
      }
    }
  }

  private void end(int tag, int result, long now) {
    Request request = flying[tag];
    flying[tag] = null;
    freeTags[free++] = tag;
    if (request != null) {
      request.completed = now;
      request.result = result;
      log.completed(request);
      request.complete(result);
    }
  }

  private void park() {
    if (inbox.sleep(Owner.PARKED)) {
      while (inbox.isEmpty()) {
        LockSupport.park(this);
        boolean _ = Thread.interrupted();
      }
    }
  }

  /// Ends what has not ended, and turns away what comes.
  @Override
  public void close() {
    for (Request request : flying) {
      if (request != null) {
        request.log = null;
        request.complete(Request.ABANDONED);
      }
    }
    refuse(pending);
    refuse(inbox.shut());
    arena.close();
  }

  private static void refuse(@Nullable Request chain) {
    for (Request request = chain; request != null; ) {
      Request after = request.next;
      request.complete(-Errno.ECANCELED.number());
      request = after;
    }
  }
}
