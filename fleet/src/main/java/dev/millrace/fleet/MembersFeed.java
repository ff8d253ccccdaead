package dev.millrace.fleet;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// The newest list of a fleet, and those who hear of each: what every [Membership] has.
///
/// Listeners are called one at a time. One that throws keeps no list from the others, nor the next
/// from itself: the log tells of it. Used by any number of threads at once.
public final class MembersFeed {
  private static final Logger LOG = System.getLogger(MembersFeed.class.getName());

  private final List<Consumer<? super Members>> listeners = new CopyOnWriteArrayList<>();
  private volatile Members newest;

  /// @param first what is the newest until another is published
  public MembersFeed(Members first) {
    this.newest = first;
  }

  /// What was published last, or the first list.
  public Members newest() {
    return newest;
  }

  /// Calls `listener` with the newest list, and with each that is published from then on.
  public synchronized void listen(Consumer<? super Members> listener) {
    listeners.add(listener);
    tell(listener, newest);
  }

  /// Makes a list the newest, and tells all who listen.
  public synchronized void publish(Members members) {
    newest = members;
    listeners.forEach(listener -> tell(listener, members));
  }

  private static void tell(Consumer<? super Members> listener, Members members) {
    try {
      listener.accept(members);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a listener failed at the list of epoch " + members.epoch(), e);
    }
  }
}
