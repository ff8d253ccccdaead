package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.http.QueryString;
import dev.millrace.gateway.http.S3Error;
import dev.millrace.gateway.upkeep.PurgeReport;
import dev.millrace.gateway.upkeep.Purging;
import dev.millrace.gateway.upkeep.WarmUp;
import dev.millrace.gateway.upkeep.WarmUpReport;
import dev.millrace.gateway.upkeep.WarmUpReport.State;
import dev.millrace.gateway.upkeep.WarmingUp;
import io.helidon.common.uri.UriValidator;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Purging and warming up, for those who operate the gateway. Both answer when they are done.
///
/// What is not quite what can be meant is refused: to purge too much cannot be taken back, and to
/// purge too little goes unnoticed. A plus is a plus, as in keys that are pasted.
///
/// Safe for use by any number of threads.
public final class UpkeepActions {
  private static final String KEY = "key";
  private static final String PREFIX = "prefix";
  private static final String EVERYTHING = "everything";

  /// The longest key S3 has, in bytes of UTF-8.
  private static final int LONGEST_KEY = 1024;

  private final Purging purging;
  private final WarmingUp warmingUp;

  /// The last that was begun.
  private @Nullable WarmUp warmUp;

  public UpkeepActions(Purging purging, WarmingUp warmingUp) {
    this.purging = purging;
    this.warmingUp = warmingUp;
  }

  /// What an operator says that is refused, and why.
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    Refusal(@Nullable String reason) {
      super(reason);
    }
  }

  /// `?key=KEY`, `?prefix=PREFIX` or `?everything`: 200 where no node of the list serves any more
  /// what was purged, and 502 otherwise, with a line for each that may.
  public Answer purge(ServerRequest request) {
    try {
      SequencedMap<String, String> said = parameters(request);
      Map.Entry<String, String> only = said.size() == 1 ? said.firstEntry() : Map.entry("", "");
      String name = only.getValue();
      return switch (only.getKey()) {
        case KEY -> purged(quoted(required(name)), purging.object(name));
        case PREFIX ->
            purged("all that begins with " + quoted(required(name)), purging.prefix(name));
        case EVERYTHING -> {
          if (!name.isEmpty()) {
            throw new Refusal("everything has no value");
          }
          yield purged("everything", purging.everything());
        }
        default -> throw new Refusal("say what: ?key=KEY, ?prefix=PREFIX or ?everything");
      };
    } catch (Refusal e) {
      return refused(e);
    }
  }

  /// `?prefix=PREFIX`, which may be empty, or keys in the body, one on a line: 409 while another
  /// one is under way.
  public Answer warmUp(ServerRequest request) {
    try {
      SequencedMap<String, String> said = parameters(request);
      String prefix = said.get(PREFIX);
      if (said.size() == 1 && prefix != null) {
        return warmed(() -> warmingUp.prefix(prefix));
      }
      List<String> keys = keys(request);
      if (!said.isEmpty() || keys.isEmpty()) {
        throw new Refusal("say what: ?prefix=PREFIX, or keys in the body, one on a line");
      }
      return warmed(() -> warmingUp.objects(keys));
    } catch (Refusal e) {
      return refused(e);
    } catch (IOException e) {
      return Answer.text(400, "the keys cannot be read: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Answer.text(503, "the gateway is about to stop");
    }
  }

  /// Ends the warm-up that is under way, and answers how far it has come: 404 if there is none.
  public Answer cancelWarmUp(ServerRequest request) {
    WarmUp begun = underWay();
    if (begun == null) {
      return Answer.text(404, "no warm-up is under way");
    }
    begun.cancel();
    return told(200, begun.report());
  }

  private Answer warmed(Supplier<WarmUp> begin) throws InterruptedException {
    WarmUp fresh;
    synchronized (this) {
      WarmUp other = underWay();
      if (other != null) {
        return told(409, other.report());
      }
      fresh = begin.get();
      warmUp = fresh;
    }
    return told(200, fresh.await());
  }

  private synchronized @Nullable WarmUp underWay() {
    return warmUp != null && warmUp.report().state() == State.UNDER_WAY ? warmUp : null;
  }

  private static SequencedMap<String, String> parameters(ServerRequest request) throws Refusal {
    String query = request.prologue().query().rawValue();
    try {
      UriValidator.validateQuery(query);
      return QueryString.parseLiterally(query);
    } catch (IllegalArgumentException _) {
      throw new Refusal("the query is not well-formed: names are percent-encoded");
    } catch (S3Error e) {
      throw new Refusal(e.getMessage());
    }
  }

  private static String required(String name) throws Refusal {
    if (name.isEmpty()) {
      throw new Refusal("that is empty; to purge all there is, say ?everything");
    }
    if (name.getBytes(UTF_8).length > LONGEST_KEY) {
      throw new Refusal("no key is longer than " + LONGEST_KEY + " bytes");
    }
    if (name.indexOf('\0') >= 0) {
      throw new Refusal("no key has a zero octet");
    }
    return name;
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

  private static Answer refused(Refusal refusal) {
    return Answer.text(400, String.valueOf(refusal.getMessage()));
  }

  private static Answer purged(String what, PurgeReport report) {
    return Answer.text(
        report.isComplete() ? 200 : 502,
        "purged " + what + " on " + counted(report.nodes(), "node") + lines(report.failures()));
  }

  private static Answer told(int status, WarmUpReport report) {
    return Answer.text(
        status,
        "%s: %s, %s; %d left out, %d failed%s"
            .formatted(
                switch (report.state()) {
                  case DONE -> "done";
                  case CANCELLED -> "cancelled";
                  case UNDER_WAY -> "under way";
                },
                counted(report.objects(), "object"),
                counted(report.bytes(), "byte"),
                report.leftOut(),
                report.failed(),
                lines(report.failures())));
  }

  private static String quoted(String name) {
    return '"' + name.replaceAll("\\p{Cntrl}", "�") + '"';
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String lines(Map<String, String> failures) {
    StringBuilder lines = new StringBuilder();
    failures.forEach((what, why) -> lines.append('\n').append(what).append(": ").append(why));
    return lines.toString();
  }
}
