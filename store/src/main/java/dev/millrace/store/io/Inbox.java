package dev.millrace.store.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The requests that many threads hand to one, together with word of whether that one sleeps.
///
/// Both are one word, `head`: either the request that came last, linked to those before it, or,
/// where there is none, what the owner does. Hence no wake-up is lost: the owner goes to sleep by
/// changing `AWAKE` to another state in one step, which fails if a request is there; and a request
/// comes by taking the place of that state in one step, whereby its bringer, and no other, learns
/// that the owner must be woken. Threads that bring requests to an owner that is awake pay for
/// nothing but that step.
///
/// The owner takes all at once and turns them round, so that the first comes first.
final class Inbox {
  /// What an owner with no requests does.
  enum Owner {
    AWAKE,
    /// It waits by [java.util.concurrent.locks.LockSupport#park].
    PARKED,
    /// It waits for the ring's completions.
    IN_KERNEL,
    /// It has ended, and takes no more.
    GONE
  }

  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(Inbox.class, "head", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Object head = Owner.AWAKE;

  /// Puts a request in.
  ///
  /// @return what the owner did; if it is [Owner#GONE], the request was not taken
  Owner put(Request request) {
    while (true) {
      Object before = head;
      if (before == Owner.GONE) {
        return Owner.GONE;
      }
      request.next = before instanceof Request earlier ? earlier : null;
      if (HEAD.compareAndSet(this, before, request)) {
        return before instanceof Owner owner ? owner : Owner.AWAKE;
      }
    }
  }

  /// Takes all requests, in the order that they came in, linked by [Request#next]. The owner's.
  @Nullable Request takeAll() {
    return head == Owner.AWAKE ? null : inOrder(HEAD.getAndSet(this, Owner.AWAKE));
  }

  /// Takes what is left, and no more from now on. The owner's.
  @Nullable Request shut() {
    return inOrder(HEAD.getAndSet(this, Owner.GONE));
  }

  /// Says that the owner is about to sleep in that way. The owner's.
  ///
  /// @return false if it may not, since there are requests
  boolean sleep(Owner how) {
    return HEAD.compareAndSet(this, Owner.AWAKE, how);
  }

  /// Whether requests have come since the last were taken.
  boolean isEmpty() {
    return head instanceof Owner;
  }

  private static @Nullable Request inOrder(Object head) {
    Request first = null;
    Request last = head instanceof Request request ? request : null;
    while (last != null) {
      Request before = last.next;
      last.next = first;
      first = last;
      last = before;
    }
    return first;
  }
}
