package dev.millrace.gateway.admin;

import dev.millrace.gateway.admin.AdminPath.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Whether a gateway is one to send requests to: it listens, its origin answers, and it is not
/// about to stop.
///
/// Safe for use by any number of threads.
public final class Readiness {
  private final Supplier<@Nullable String> originTrouble;
  private volatile BooleanSupplier listening = () -> false;
  private volatile boolean drains;

  /// @param originTrouble what is wrong with the origin, or null
  public Readiness(Supplier<@Nullable String> originTrouble) {
    this.originTrouble = originTrouble;
  }

  /// Says what knows whether requests are listened for, once they are.
  public void listens(BooleanSupplier listening) {
    this.listening = listening;
  }

  /// Says whether the gateway is about to stop, or to be left alone.
  public void drains(boolean now) {
    drains = now;
  }

  /// Why no request should be sent here, a reason each; none if it is ready.
  public List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    // Who drains closes ports on purpose.
    if (drains) {
      reasons.add("draining");
    } else if (!listening.getAsBoolean()) {
      reasons.add("not listening");
    }
    String trouble = originTrouble.get();
    if (trouble != null) {
      reasons.add("origin: " + trouble);
    }
    return reasons;
  }

  /// 200, or 503 with the reasons.
  public Answer answer() {
    List<String> reasons = reasons();
    return reasons.isEmpty()
        ? Answer.text(200, "ready")
        : Answer.text(503, String.join("\n", reasons));
  }
}
