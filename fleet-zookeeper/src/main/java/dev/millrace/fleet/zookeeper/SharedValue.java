package dev.millrace.fleet.zookeeper;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/// A value of the whole fleet in one znode, which only ever gets newer.
///
/// What is older than the newest that is known here is not taken, whatever the servers say: they
/// may have lost what came after it. Writes compare and set the znode's version, so that of several
/// at once one counts.
///
/// One thread reads and writes; any may ask for the newest.
final class SharedValue<T> {
  private final CuratorFramework client;
  private final String path;
  private final Format<T> format;
  private final Watcher onChange;
  private final Consumer<? super T> onNewer;
  private volatile @Nullable T newest;
  private volatile @Nullable Stored<T> stored;

  /// What was in the znode when it was last looked at.
  private record Stored<T>(Stat stat, T value) {}

  /// @param onChange is told once that what [#refresh] saw is no longer what is stored
  /// @param onNewer is called with each newer value by the thread that reads and writes
  SharedValue(
      CuratorFramework client,
      String path,
      Format<T> format,
      Watcher onChange,
      Consumer<? super T> onNewer) {
    this.client = client;
    this.path = path;
    this.format = format;
    this.onChange = onChange;
    this.onNewer = onNewer;
  }

  /// The newest value that is known, or null if none is.
  @Nullable T newest() {
    return newest;
  }

  /// Reads what is stored, where it has changed.
  void refresh() throws Exception {
    Stat stat = client.checkExists().usingWatcher(onChange).forPath(path);
    Stored<T> seen = stored;
    if (stat == null) {
      stored = null;
    } else if (seen == null || isNew(stat, seen.stat)) {
      // Forgotten first: nothing may replace what cannot be read.
      stored = null;
      T value = format.decode(client.getData().storingStatIn(stat).forPath(path));
      stored = new Stored<>(stat, value);
      take(value);
    }
  }

  private static boolean isNew(Stat stat, Stat seen) {
    // Transactions alone do not tell: servers that lost their data count them from the beginning.
    return !stat.equals(seen);
  }

  /// Whether what is stored is as new as the newest that is known here, and yet another: servers
  /// that lost a write were given another in its place. Both are known to some.
  boolean isDisputed() {
    T known = newest;
    Stored<T> seen = stored;
    return known != null
        && seen != null
        && format.version(seen.value) == format.version(known)
        && !seen.value.equals(known);
  }

  /// Stores the newest value again where the servers have lost it. Returns false if another write
  /// came first.
  ///
  /// @param successor of the newest value; stored where that is disputed, for everybody to take
  boolean restore(UnaryOperator<T> successor) throws Exception {
    T known = newest;
    if (known == null) {
      return true;
    }
    if (isDisputed()) {
      return replace(successor.apply(known));
    }
    Stored<T> seen = stored;
    return (seen != null && format.version(seen.value) >= format.version(known)) || replace(known);
  }

  /// Stores `next` in place of what [#refresh] saw. Returns false if another write came first.
  boolean replace(T next) throws Exception {
    byte[] data = format.encode(next);
    Stored<T> seen = stored;
    Stat stat = new Stat();
    try {
      if (seen == null) {
        client.create().storingStatIn(stat).creatingParentsIfNeeded().forPath(path, data);
      } else {
        stat = client.setData().withVersion(seen.stat.getVersion()).forPath(path, data);
      }
    } catch (KeeperException.BadVersionException
        | KeeperException.NoNodeException
        | KeeperException.NodeExistsException _) {
      return false;
    }
    stored = new Stored<>(stat, next);
    take(next);
    return true;
  }

  /// [#replace] as part of a transaction.
  CuratorOp replacement(T next) throws Exception {
    Stored<T> seen = stored;
    if (seen == null) {
      return client.transactionOp().create().forPath(path, format.encode(next));
    }
    return client
        .transactionOp()
        .setData()
        .withVersion(seen.stat.getVersion())
        .forPath(path, format.encode(next));
  }

  private void take(T value) {
    T known = newest;
    if (known == null || format.version(value) > format.version(known)) {
      newest = value;
      onNewer.accept(value);
    }
  }
}
