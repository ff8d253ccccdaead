package dev.millrace.gateway.fleet;

import dev.millrace.fleet.StaticMembership;
import dev.millrace.gateway.renewal.Renewable;
import dev.millrace.gateway.renewal.Watched.Outcome;

/// The list of a fleet in a file, for those who do not want to wait until it is read again.
record ListFile(StaticMembership list) implements Renewable {
  @Override
  public String name() {
    return "fleet-members";
  }

  @Override
  public Outcome refresh() {
    long before = list.members().epoch();
    list.reload();
    String trouble = list.trouble();
    long epoch = list.members().epoch();
    if (trouble != null) {
      return new Outcome.Refused(trouble);
    }
    return epoch == before ? new Outcome.Unchanged() : new Outcome.Taken("epoch " + epoch);
  }
}
