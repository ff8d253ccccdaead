package dev.millrace.tls.resumption;

import dev.millrace.tls.handshake.ResumableSession;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What all connections of one session have in common, the first as well as those that resume it,
/// beside the attributes that the application puts there: the session's id, when it was last used,
/// and whether it may be resumed.
///
/// It lies among those attributes under a name of its own, and so goes wherever they go inside this
/// process; a session that left the process in a ticket comes back with a state of its own.
///
/// Safe for use by several threads.
public final class SessionState {
  private static final String NAME = "dev.millrace.tls.session-state";

  private final Supplier<byte[]> drawn;
  private volatile byte @Nullable [] id;
  private volatile boolean valid = true;
  private volatile long lastAccess;

  /// @param id by which JSSE knows the session, which is not sent in TLS 1.3
  /// @param now milliseconds since the epoch
  public SessionState(byte[] id, long now) {
    byte[] given = id.clone();
    this(() -> given, now);
  }

  /// @param drawn makes the id if somebody asks for it, which is seldom: one that is not sent
  /// @param now milliseconds since the epoch
  public SessionState(Supplier<byte[]> drawn, long now) {
    this.drawn = drawn;
    this.lastAccess = now;
  }

  /// The state among the attributes of a session; puts it there if there is none.
  ///
  /// @param fresh makes one
  public static SessionState of(Map<String, Object> attributes, Supplier<SessionState> fresh) {
    return (SessionState) attributes.computeIfAbsent(NAME, _ -> fresh.get());
  }

  /// The names of the attributes that the application put there, in order.
  public static Set<String> namesOfOthers(Map<String, Object> attributes) {
    Set<String> names = new TreeSet<>(attributes.keySet());
    names.remove(NAME);
    return names;
  }

  /// Whether a name is not for the application to use.
  public static boolean isReserved(String name) {
    return name.equals(NAME);
  }

  /// The id of a session: its own or, as long as it has none, the handle that it is stored under.
  public static byte[] id(ResumableSession session) {
    return session.attributes().get(NAME) instanceof SessionState state
        ? state.id()
        : session.handle().clone();
  }

  /// Whether a session was not declared invalid.
  public static boolean isValid(ResumableSession session) {
    return !(session.attributes().get(NAME) instanceof SessionState state) || state.valid;
  }

  public byte[] id() {
    byte[] there = id;
    return (there == null ? draw() : there).clone();
  }

  private synchronized byte[] draw() {
    byte[] there = id;
    if (there == null) {
      there = drawn.get();
      id = there;
    }
    return there;
  }

  public boolean isValid() {
    return valid;
  }

  /// No connection may resume the session any more.
  public void invalidate() {
    valid = false;
  }

  /// When a connection with the session was last established, milliseconds since the epoch.
  public long lastAccess() {
    return lastAccess;
  }

  public void accessed(long now) {
    lastAccess = now;
  }
}
