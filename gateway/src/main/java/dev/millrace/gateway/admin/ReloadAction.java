package dev.millrace.gateway.admin;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.renewal.Renewable;
import dev.millrace.gateway.renewal.Watched.Outcome;
import java.util.List;
import java.util.function.Supplier;

/// Looks at all files that are watched, for those who do not want to wait until that is done
/// anyway, and want to know what came of it.
public final class ReloadAction {
  private final Supplier<List<Renewable>> files;

  public ReloadAction(Supplier<List<Renewable>> files) {
    this.files = files;
  }

  /// 200 with a line for each, or 422 where something cannot be used.
  public Answer perform() {
    StringBuilder lines = new StringBuilder();
    boolean isGood = true;
    for (Renewable each : files.get()) {
      Outcome outcome = each.refresh();
      isGood &= !(outcome instanceof Outcome.Refused);
      lines.append(lines.isEmpty() ? "" : "\n").append(each.name()).append(": ");
      lines.append(
          switch (outcome) {
            case Outcome.Unchanged _ -> "unchanged";
            case Outcome.Taken(String told) -> told.isEmpty() ? "taken" : "taken: " + told;
            case Outcome.Refused(String problem) -> "as it was: " + problem;
          });
    }
    return Answer.text(isGood ? 200 : 422, lines.toString());
  }
}
