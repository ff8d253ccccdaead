package dev.millrace.gateway.settings;

import static dev.millrace.gateway.settings.ClientTable.CONNECTIONS;
import static dev.millrace.gateway.settings.ClientTable.DEFAULT_CONNECTIONS;

import dev.millrace.gateway.settings.Settings.ClientLimits;

/// Makes [ClientLimits] of what was chosen, and checks that the process may have files open for as
/// many connections: one that cannot be accepted for want of that costs all who come after it.
final class ClientAssembly {
  private static final System.Logger LOG = System.getLogger(ClientAssembly.class.getName());

  /// Those of the JVM, and of whatever is read and written now and then.
  private static final int OTHER_FILES = 192;

  private final Choices choices;
  private final Surroundings surroundings;

  ClientAssembly(Choices choices, Surroundings surroundings) {
    this.choices = choices;
    this.surroundings = surroundings;
  }

  /// @param ssdFiles how many files are open on an SSD
  /// @param isInFleet whether other nodes ask, and are asked
  ClientLimits clients(int ssdFiles, boolean isInFleet) {
    int fetches = choices.value(OriginTable.ORIGIN_FETCHES);
    long others = OTHER_FILES + fetches + (long) ssdFiles;
    if (choices.chosen(AdminTable.ADMIN_PORT).isPresent()) {
      others += ClientLimits.OPERATORS.connections();
    }
    if (isInFleet) {
      others += ClientLimits.UNPROVED_NODES.connections() + 2L * fetches;
    }
    return new ClientLimits(
        connections(others),
        choices.value(ClientTable.CONNECTIONS_PER_ADDRESS),
        choices.chosen(ClientTable.REQUESTS_PER_SECOND).orElse(null));
  }

  /// @param others how many files may be open beside the connections of clients
  private int connections(long others) {
    long files = surroundings.files();
    long room = Math.max(0, files - others);
    var chosen = choices.chosen(CONNECTIONS);
    String limit =
        "this process may have %d files open, and %d of them are for other ends; raise that (ulimit"
                .formatted(files, others)
            + " -n)";
    if (room == 0) {
      throw new SettingException("there can be no connections: " + limit);
    }
    if (chosen.isPresent() && chosen.get() > room) {
      throw choices.refusal(CONNECTIONS, limit + ", or take " + room + " at most");
    }
    if (chosen.isEmpty() && room < DEFAULT_CONNECTIONS) {
      LOG.log(System.Logger.Level.WARNING, "connections are {0,number,#}: {1}", room, limit);
    }
    return chosen.orElse((int) Math.min(room, DEFAULT_CONNECTIONS));
  }
}
