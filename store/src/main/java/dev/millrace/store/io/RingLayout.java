package dev.millrace.store.io;

import java.lang.foreign.ValueLayout;

/// Where the fields of io_uring's structures are, in bytes (include/uapi/linux/io_uring.h), and the
/// numbers that they hold. All fields are as wide as they are aligned, in the order of the
/// processor's bytes.
///
/// The memory that a ring shares with the kernel holds two queues of indices and one of
/// completions; where in it each part is, the kernel tells at set-up:
///
/// ```text
///  head  tail  mask …  array[entries]        head  tail  mask …  completions[2 * entries]
///   |     '- ours, written with release        |     '- the kernel's, read with acquire
///   '- the kernel's, read with acquire         '- ours, written with release
///
///  submissions[entries]: memory of its own; array[i] says which of them is the i-th
/// ```
final class RingLayout {
  /// `struct io_uring_params`.
  static final class Parameters {
    static final long BYTES = 120;
    static final long SUBMISSION_ENTRIES = 0;
    static final long COMPLETION_ENTRIES = 4;
    static final long FLAGS = 8;
    static final long FEATURES = 20;

    static final long SUBMISSION_HEAD = 40;
    static final long SUBMISSION_TAIL = 44;
    static final long SUBMISSION_MASK = 48;
    static final long SUBMISSION_ARRAY = 64;

    static final long COMPLETION_HEAD = 80;
    static final long COMPLETION_TAIL = 84;
    static final long COMPLETION_MASK = 88;
    static final long COMPLETIONS = 100;

    private Parameters() {}
  }

  /// `struct io_uring_sqe`. What is not named here stays 0.
  static final class Submission {
    static final long BYTES = 64;
    static final long OPERATION = 0;
    static final long FLAGS = 1;
    static final long DESCRIPTOR = 4;
    static final long POSITION = 8;
    static final long ADDRESS = 16;
    static final long LENGTH = 24;
    static final long OPERATION_FLAGS = 28;
    static final long TAG = 32;

    static final byte FIXED_FILE = 1;
    static final int DATA_ONLY = 1;

    private Submission() {}
  }

  /// `struct io_uring_cqe`.
  static final class Completion {
    static final long BYTES = 16;
    static final long TAG = 0;
    static final long RESULT = 8;

    private Completion() {}
  }

  /// `enum io_uring_op`.
  static final class Operation {
    static final byte FSYNC = 3;
    static final byte READ_FIXED = 4;
    static final byte WRITE_FIXED = 5;
    static final byte READ = 22;
    static final byte WRITE = 23;

    private Operation() {}
  }

  /// Flags of io_uring_setup.
  static final class Setup {
    /// More entries than the kernel allows are cut down to what it does.
    static final int CLAMP = 1 << 4;

    /// One submission that fails keeps none behind it back. Kernel 5.18.
    static final int SUBMIT_ALL = 1 << 7;

    /// The kernel interrupts nobody to complete, and waits for the next call. Kernel 5.19.
    static final int COOP_TASKRUN = 1 << 8;

    /// One thread alone uses the ring. Kernel 6.0.
    static final int SINGLE_ISSUER = 1 << 12;

    /// Completions are made when the thread asks for them, in its own call. Kernel 6.1.
    static final int DEFER_TASKRUN = 1 << 13;

    private Setup() {}
  }

  /// Features that the kernel tells of at set-up.
  static final class Feature {
    /// Both queues are in one mapping. Kernel 5.4.
    static final int SINGLE_MMAP = 1;

    /// No completion is dropped. Kernel 5.5.
    static final int NODROP = 1 << 1;

    private Feature() {}
  }

  /// Operations of io_uring_register.
  static final class Register {
    static final int BUFFERS = 0;
    static final int FILES = 2;
    static final int FILES_UPDATE = 6;

    /// `struct io_uring_files_update`: a slot, and the address of a descriptor.
    static final long UPDATE_BYTES = 16;

    static final long UPDATE_SLOT = 0;
    static final long UPDATE_ADDRESS = 8;

    private Register() {}
  }

  /// A flag of io_uring_enter: completions are made, and waited for.
  static final int GET_EVENTS = 1;

  static final long MAP_QUEUES = 0;
  static final long MAP_SUBMISSIONS = 0x10000000L;

  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private RingLayout() {}
}
