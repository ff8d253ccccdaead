package dev.millrace.fleet.zookeeper;

import java.util.function.Consumer;
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
  private @Nullable Stored<T> stored;

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
    if (stat == null) {
      stored = null;
    } else if (stored == null || isNew(stat, stored.stat)) {
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

  /// Stores the newest value again where the servers have lost it. Returns false if another write
  /// came first.
  boolean restore() throws Exception {
    T known = newest;
    return known == null
        || (stored != null && format.version(stored.value) >= format.version(known))
        || replace(known);
  }

  /// Stores `next` in place of what [#refresh] saw. Returns false if another write came first.
  boolean replace(T next) throws Exception {
    byte[] data = format.encode(next);
    Stat stat = new Stat();
    try {
      if (stored == null) {
        client.create().storingStatIn(stat).creatingParentsIfNeeded().forPath(path, data);
      } else {
        stat = client.setData().withVersion(stored.stat.getVersion()).forPath(path, data);
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

  /// [#replace] as part of a transaction. What is stored must have been seen.
  CuratorOp replacement(T next) throws Exception {
    if (stored == null) {
      throw new IllegalStateException("there is nothing to replace in " + path);
    }
    return client
        .transactionOp()
        .setData()
        .withVersion(stored.stat.getVersion())
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
