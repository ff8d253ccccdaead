package dev.millrace.fleet;

import dev.millrace.fleet.ticket.TicketKeySet;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The list of a fleet from a file, which is read again every second, in the format of [Members].
///
/// Whoever edits the file raises its epoch, so that of two copies all know which is newer: a list
/// that differs from the one before without that is not taken, and [#trouble] says so. What cannot
/// be read changes nothing either. A newer list is taken when two readings in a row find it, so
/// that one half written is not.
public final class StaticMembership implements Membership {
  private static final int LARGEST = 1 << 20;
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Path file;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("fleet-members").factory());
  private final MembersFeed feed;
  private Members newest;
  private volatile @Nullable String trouble;

  private StaticMembership(Path file, Members members) {
    this.file = file;
    this.feed = new MembersFeed(members);
    this.newest = members;
  }

  /// Reads the file, now and from now on.
  ///
  /// @throws IOException if the file cannot be read or is not a list; the message says why
  public static StaticMembership open(Path file) throws IOException {
    StaticMembership membership = once(file);
    var _ =
        membership.timer.scheduleWithFixedDelay(
            membership::refresh, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    return membership;
  }

  /// Reads the file now, and again when [#refresh] is called.
  static StaticMembership once(Path file) throws IOException {
    return new StaticMembership(file, read(file));
  }

  private static Members read(Path file) throws IOException {
    if (Files.size(file) > LARGEST) {
      throw new IOException(file + " is too large for a list of nodes");
    }
    try {
      return Members.parse(Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is not UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ", " + e.getMessage(), e);
    }
  }

  @Override
  public Members members() {
    return feed.newest();
  }

  @Override
  public void listen(Consumer<? super Members> listener) {
    feed.listen(listener);
  }

  @Override
  public @Nullable TicketKeySet ticketKeys() {
    return null;
  }

  @Override
  public @Nullable String trouble() {
    return trouble;
  }

  @Override
  public void enter() {}

  @Override
  public void leave(Duration patience) {}

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /// Reads the file again, and takes at once what it holds.
  public void reload() {
    look(true);
  }

  /// Reads the file again, and takes what the last reading found, too.
  void refresh() {
    look(false);
  }

  private synchronized void look(boolean isSettled) {
    Members members = feed.newest();
    try {
      Members read = read(file);
      boolean isTaken = isSettled || read.equals(newest);
      newest = read;
      if (read.epoch() > members.epoch()) {
        if (isTaken) {
          feed.publish(read);
        }
        trouble = null;
      } else {
        trouble =
            read.equals(members)
                ? null
                : file
                    + " is not taken: its epoch "
                    + read.epoch()
                    + " is not larger than "
                    + members.epoch();
      }
    } catch (IOException | RuntimeException e) {
      trouble = "going on with epoch " + members.epoch() + ": " + e;
    }
  }
}
