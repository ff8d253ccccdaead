package dev.millrace.gateway;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.admin.Readiness;
import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.http.HttpsServer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a gateway parts from those who ask it without harm to any request: it says that it is not
/// ready, leaves its fleet, and has connections of clients end with their next answer. Whatever
/// still comes is answered.
///
/// Safe for use by any number of threads.
final class Drain {
  private final Readiness readiness;
  private final @Nullable Fleet fleet;
  private final HttpsServer server;

  /// It begins so: the gateway has yet to enter its fleet.
  private boolean isUnderWay = true;

  private boolean isLast;

  Drain(Readiness readiness, @Nullable Fleet fleet, HttpsServer server) {
    this.readiness = readiness;
    this.fleet = fleet;
    this.server = server;
  }

  /// Begins, unless it has, and returns when the others in the fleet have learned of it.
  synchronized void begin() {
    if (isUnderWay) {
      return;
    }
    isUnderWay = true;
    readiness.drains(true);
    if (fleet != null) {
      fleet.leave();
    }
    server.drain();
  }

  /// Takes it back, or begins to serve, unless the gateway ends.
  ///
  /// @return whether the gateway does not drain now
  synchronized boolean resume() {
    if (isLast) {
      return false;
    }
    if (isUnderWay) {
      isUnderWay = false;
      server.resume();
      if (fleet != null) {
        fleet.enter();
      }
      readiness.drains(false);
    }
    return true;
  }

  /// Drains for good, accepts connections for `delay` more, and returns when all is answered.
  void end(Duration delay) {
    synchronized (this) {
      isLast = true;
      begin();
    }
    try {
      Thread.sleep(delay);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    server.stop();
  }

  /// What operators are told who have it begin.
  Answer begun() {
    begin();
    return Answer.text(200, "draining: what still comes is answered");
  }

  /// What operators are told who have it taken back.
  Answer resumed() {
    return resume()
        ? Answer.text(200, "not draining: ready as the origin is")
        : Answer.text(409, "the gateway is about to stop");
  }
}
