package dev.millrace.store.io;

import static dev.millrace.store.io.RingLayout.BYTE;
import static dev.millrace.store.io.RingLayout.INT;
import static dev.millrace.store.io.RingLayout.LONG;

import dev.millrace.store.io.RingLayout.Completion;
import dev.millrace.store.io.RingLayout.Feature;
import dev.millrace.store.io.RingLayout.Parameters;
import dev.millrace.store.io.RingLayout.Register;
import dev.millrace.store.io.RingLayout.Setup;
import dev.millrace.store.io.RingLayout.Submission;
import dev.millrace.store.libc.FileCalls;
import dev.millrace.store.libc.UringCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/// An io_uring of the kernel's: its descriptor, and the queues that it shares with us. One thread
/// makes it, uses it and closes it, as SINGLE_ISSUER demands.
///
/// Submissions are filled in, then published together by one store of the tail with release order
/// just before the call; the kernel's stores to a completion are seen after a load of the tail with
/// acquire order, and given back by a store of the head with release order (io_uring(7)). The
/// kernel takes submissions only within the call, so what it has not taken is between its head and
/// our tail afterwards, and is offered again with the next call.
final class Uring implements AutoCloseable {
  /// The system call that makes a ring; tests refuse it.
  @FunctionalInterface
  interface RingSetup {
    int setup(UringCalls calls, int entries, MemorySegment parameters);

    static RingSetup ofKernel() {
      return UringCalls::setup;
    }
  }

  /// From the best kind of ring to one that any kernel makes.
  private enum Kind {
    DEFERRED(
        Setup.CLAMP | Setup.SUBMIT_ALL | Setup.SINGLE_ISSUER | Setup.DEFER_TASKRUN,
        "SINGLE_ISSUER, DEFER_TASKRUN"),
    COOPERATIVE(Setup.CLAMP | Setup.SUBMIT_ALL | Setup.COOP_TASKRUN, "COOP_TASKRUN"),
    PLAIN(Setup.CLAMP, "no SINGLE_ISSUER, DEFER_TASKRUN or COOP_TASKRUN: an old kernel");

    private final int flags;
    private final String words;

    Kind(int flags, String words) {
      this.flags = flags;
      this.words = words;
    }
  }

  private static final VarHandle SHARED = INT.varHandle();
  private static final int NEEDED = Feature.SINGLE_MMAP | Feature.NODROP;

  private final Arena arena;
  private final UringCalls calls;
  private final int descriptor;
  private final List<String> features = new ArrayList<>();

  private final int entries;
  private final MemorySegment queues;
  private final MemorySegment submissions;
  private final int submissionMask;
  private final long submissionHead;
  private final long submissionTail;
  private final int completionMask;
  private final long completionHead;
  private final long completionTail;
  private final long completions;

  /// Our own ends of both queues; the next submission is filled in at `tail`.
  private int tail;

  private int head;
  private boolean buffersAreFixed;
  private boolean filesAreFixed;

  private Uring(Arena arena, UringCalls calls, int descriptor, MemorySegment parameters)
      throws RingRefusedException {
    this.arena = arena;
    this.calls = calls;
    this.descriptor = descriptor;
    entries = parameters.get(INT, Parameters.SUBMISSION_ENTRIES);
    long array = parameters.get(INT, Parameters.SUBMISSION_ARRAY);
    completions = parameters.get(INT, Parameters.COMPLETIONS);
    long bytes =
        Math.max(
            array + (long) entries * Integer.BYTES,
            completions + parameters.get(INT, Parameters.COMPLETION_ENTRIES) * Completion.BYTES);
    queues = map(RingLayout.MAP_QUEUES, bytes);
    submissions = map(RingLayout.MAP_SUBMISSIONS, entries * Submission.BYTES);
    submissionHead = parameters.get(INT, Parameters.SUBMISSION_HEAD);
    submissionTail = parameters.get(INT, Parameters.SUBMISSION_TAIL);
    submissionMask = queues.get(INT, parameters.get(INT, Parameters.SUBMISSION_MASK));
    completionHead = parameters.get(INT, Parameters.COMPLETION_HEAD);
    completionTail = parameters.get(INT, Parameters.COMPLETION_TAIL);
    completionMask = queues.get(INT, parameters.get(INT, Parameters.COMPLETION_MASK));
    for (int i = 0; i < entries; i++) {
      queues.set(INT, array + (long) i * Integer.BYTES, i);
    }
  }

  /// Makes a ring, of the best kind that the kernel has.
  ///
  /// @throws RingRefusedException if it makes none
  static Uring open(int entries, RingSetup kernel) throws RingRefusedException {
    Arena arena = Arena.ofConfined();
    try {
      UringCalls calls = new UringCalls(arena);
      MemorySegment parameters = arena.allocate(Parameters.BYTES, Long.BYTES);
      int made = 0;
      for (Kind kind : Kind.values()) {
        parameters.fill((byte) 0).set(INT, Parameters.FLAGS, kind.flags);
        made = kernel.setup(calls, entries, parameters);
        if (made >= 0) {
          return of(arena, calls, made, parameters, kind);
        }
        if (!Errno.EINVAL.isResult(made)) {
          break;
        }
      }
      throw new RingRefusedException("io_uring_setup: " + new Errno(-made));
    } catch (RingRefusedException | RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  private static Uring of(
      Arena arena, UringCalls calls, int descriptor, MemorySegment parameters, Kind kind)
      throws RingRefusedException {
    try {
      if ((parameters.get(INT, Parameters.FEATURES) & NEEDED) != NEEDED) {
        throw new RingRefusedException("io_uring of a kernel older than 5.5");
      }
      Uring uring = new Uring(arena, calls, descriptor, parameters);
      uring.features.add(kind.words);
      return uring;
    } catch (RingRefusedException | RuntimeException | Error e) {
      int _ = new FileCalls(arena).close(descriptor);
      throw e;
    }
  }

  private MemorySegment map(long offset, long bytes) throws RingRefusedException {
    return calls
        .map(descriptor, offset, bytes, arena)
        .orElseThrow(() -> new RingRefusedException("the queues of io_uring cannot be mapped"));
  }

  /// Makes room for files that are known to the ring, which spares it looking them up.
  void registerFiles(int slots) {
    MemorySegment none = arena.allocate(INT, slots).fill((byte) -1);
    int result = calls.register(descriptor, Register.FILES, none.address(), slots);
    filesAreFixed = result >= 0;
    features.add(registered("files", result));
  }

  /// Puts a file into a slot, or takes it out of there.
  ///
  /// @param file its descriptor, or -1 for none
  /// @return 0 or more, or the negative errno
  int updateFile(int slot, int file) {
    if (!filesAreFixed || slot < 0) {
      return 0;
    }
    try (Arena call = Arena.ofConfined()) {
      MemorySegment update = call.allocate(Register.UPDATE_BYTES, Long.BYTES);
      update.set(INT, Register.UPDATE_SLOT, slot);
      update.set(LONG, Register.UPDATE_ADDRESS, call.allocateFrom(INT, file).address());
      return calls.register(descriptor, Register.FILES_UPDATE, update.address(), 1);
    }
  }

  /// Has the kernel pin the memory that is read into and written from, once and for all.
  void registerBuffers(MemorySegment memory) {
    MemorySegment vector = arena.allocate(LONG, 2);
    vector.setAtIndex(LONG, 0, memory.address());
    vector.setAtIndex(LONG, 1, memory.byteSize());
    int result = calls.register(descriptor, Register.BUFFERS, vector.address(), 1);
    buffersAreFixed = result >= 0;
    String limit = Errno.ENOMEM.isResult(result) ? ", see ulimit -l" : "";
    features.add(registered("buffers", result) + limit);
  }

  private static String registered(String what, int result) {
    return result >= 0
        ? "registered " + what
        : "%s not registered: %s".formatted(what, new Errno(-result));
  }

  /// What is in use, for people to read.
  List<String> features() {
    return List.copyOf(features);
  }

  /// How many submissions there is room for.
  int entries() {
    return entries;
  }

  /// Fills in the next submission. There must be room.
  void prepare(Request request, long tag) {
    boolean fixedFile = filesAreFixed && request.slot >= 0;
    long at =
        prepare(
            operation(request.operation),
            fixedFile ? Submission.FIXED_FILE : 0,
            fixedFile ? request.slot : request.descriptor,
            tag);
    submissions.set(LONG, at + Submission.POSITION, request.position);
    submissions.set(LONG, at + Submission.ADDRESS, request.address);
    submissions.set(INT, at + Submission.LENGTH, request.length);
    submissions.set(
        INT,
        at + Submission.OPERATION_FLAGS,
        request.operation == Request.Operation.FORCE ? Submission.DATA_ONLY : 0);
  }

  /// Fills in a read of eight bytes from the counter, which completes when it is added to.
  void prepareWait(int counter, long address, long tag) {
    long at = prepare(RingLayout.Operation.READ, (byte) 0, counter, tag);
    submissions.set(LONG, at + Submission.POSITION, 0);
    submissions.set(LONG, at + Submission.ADDRESS, address);
    submissions.set(INT, at + Submission.LENGTH, Long.BYTES);
    submissions.set(INT, at + Submission.OPERATION_FLAGS, 0);
  }

  private long prepare(byte operation, byte flags, int file, long tag) {
    long at = (tail & submissionMask) * Submission.BYTES;
    submissions.set(BYTE, at + Submission.OPERATION, operation);
    submissions.set(BYTE, at + Submission.FLAGS, flags);
    submissions.set(INT, at + Submission.DESCRIPTOR, file);
    submissions.set(LONG, at + Submission.TAG, tag);
    tail++;
    return at;
  }

  private byte operation(Request.Operation operation) {
    return switch (operation) {
      case READ -> buffersAreFixed ? RingLayout.Operation.READ_FIXED : RingLayout.Operation.READ;
      case WRITE -> buffersAreFixed ? RingLayout.Operation.WRITE_FIXED : RingLayout.Operation.WRITE;
      case FORCE -> RingLayout.Operation.FSYNC;
      case ATTACH, DETACH, STOP -> throw new IllegalArgumentException("not for the kernel");
    };
  }

  /// Submits what is filled in, and waits for that many completions to be there.
  ///
  /// @return 0 or more, or the negative errno
  int enter(int wait) {
    SHARED.setRelease(queues, submissionTail, tail);
    int unsubmitted = tail - (int) SHARED.getAcquire(queues, submissionHead);
    return calls.enter(descriptor, unsubmitted, wait, RingLayout.GET_EVENTS);
  }

  /// How many completions are there to be read.
  int completed() {
    return (int) SHARED.getAcquire(queues, completionTail) - head;
  }

  /// The tag of the first completion.
  long tag() {
    return queues.get(LONG, completion() + Completion.TAG);
  }

  /// The result of the first completion.
  int result() {
    return queues.get(INT, completion() + Completion.RESULT);
  }

  /// Gives the first completion back.
  void next() {
    head++;
    SHARED.setRelease(queues, completionHead, head);
  }

  private long completion() {
    return completions + (head & completionMask) * Completion.BYTES;
  }

  /// Ends the ring. What is still under way is cancelled, or ends some time later.
  @Override
  public void close() {
    int _ = new FileCalls(arena).close(descriptor);
    arena.close();
  }
}
