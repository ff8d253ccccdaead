package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.upkeep.PurgeReport;
import dev.millrace.gateway.upkeep.Purging;
import dev.millrace.gateway.upkeep.WarmUpReport;
import dev.millrace.gateway.upkeep.WarmingUp;
import io.helidon.common.uri.UriQuery;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/// Purging and warming up, for those who operate the gateway. Both answer when they are done.
public final class UpkeepActions {
  private static final String KEY = "key";
  private static final String PREFIX = "prefix";
  private static final String EVERYTHING = "everything";

  private final Purging purging;
  private final WarmingUp warmingUp;

  public UpkeepActions(Purging purging, WarmingUp warmingUp) {
    this.purging = purging;
    this.warmingUp = warmingUp;
  }

  /// `?key=KEY`, `?prefix=PREFIX` or `?everything`: 200 where no node of the list serves any more
  /// what was purged, and 502 otherwise, with a line for each that may.
  public Answer purge(ServerRequest request) {
    UriQuery query = request.query();
    if (query.size() != 1) {
      return Answer.text(400, "say what: ?key=KEY, ?prefix=PREFIX or ?everything");
    }
    return switch (query.names().iterator().next()) {
      case KEY -> purged(purging.object(query.get(KEY)));
      case PREFIX -> purged(purging.prefix(query.get(PREFIX)));
      case EVERYTHING -> purged(purging.everything());
      default -> Answer.text(400, "say what: ?key=KEY, ?prefix=PREFIX or ?everything");
    };
  }

  /// `?prefix=PREFIX`, or keys in the body, one on a line.
  public Answer warmUp(ServerRequest request) {
    UriQuery query = request.query();
    try {
      if (query.size() == 1 && query.contains(PREFIX)) {
        return warmed(warmingUp.prefix(query.get(PREFIX)).await());
      }
      List<String> keys = keys(request);
      return query.isEmpty() && !keys.isEmpty()
          ? warmed(warmingUp.objects(keys).await())
          : Answer.text(400, "say what: ?prefix=PREFIX, or keys in the body, one on a line");
    } catch (IOException e) {
      return Answer.text(400, "the keys cannot be read: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Answer.text(503, "the gateway is about to stop");
    }
  }

  private static List<String> keys(ServerRequest request) throws IOException {
    if (!request.content().hasEntity()) {
      return List.of();
    }
    try (InputStream body = request.content().inputStream()) {
      return new String(body.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    }
  }

  private static Answer purged(PurgeReport report) {
    return Answer.text(
        report.isComplete() ? 200 : 502,
        "purged on " + nodes(report.nodes()) + lines(report.failures()));
  }

  private static Answer warmed(WarmUpReport report) {
    return Answer.text(
        200,
        "%s: %d objects, %d bytes are there; %d left out, %d failed%s"
            .formatted(
                switch (report.state()) {
                  case DONE -> "done";
                  case CANCELLED -> "cancelled";
                  case UNDER_WAY -> "under way";
                },
                report.objects(),
                report.bytes(),
                report.leftOut(),
                report.failed(),
                lines(report.failures())));
  }

  private static String nodes(int count) {
    return count == 1 ? "1 node" : count + " nodes";
  }

  private static String lines(Map<String, String> failures) {
    StringBuilder lines = new StringBuilder();
    failures.forEach((what, why) -> lines.append('\n').append(what).append(": ").append(why));
    return lines.toString();
  }
}
