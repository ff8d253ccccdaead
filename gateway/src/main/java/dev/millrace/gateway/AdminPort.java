package dev.millrace.gateway;

import dev.millrace.gateway.admin.AdminPath;
import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.admin.AdminPath.Resource;
import dev.millrace.gateway.admin.AdminPath.Resource.Action;
import dev.millrace.gateway.admin.AdminPath.Resource.ConfidingPage;
import dev.millrace.gateway.admin.AdminPath.Resource.Job;
import dev.millrace.gateway.admin.AdminPath.Resource.Page;
import dev.millrace.gateway.admin.AdminToken;
import dev.millrace.gateway.admin.Readiness;
import dev.millrace.gateway.admin.ReloadAction;
import dev.millrace.gateway.admin.UpkeepActions;
import dev.millrace.gateway.admin.WebPage;
import dev.millrace.gateway.audit.AuditLog;
import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.http.StallWatch;
import dev.millrace.gateway.settings.OperationSettings;
import dev.millrace.gateway.telemetry.StatusPage;
import dev.millrace.gateway.telemetry.Telemetry;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What there is at the port for operators.
///
/// @param fleet null where there is none
/// @param stalls lets go of who takes no answer
record AdminPort(
    Telemetry telemetry,
    Readiness readiness,
    UpkeepActions upkeep,
    ReloadAction reloading,
    Drain drain,
    @Nullable Fleet fleet,
    AuditLog audit,
    StallWatch stalls) {

  /// @param settings null where no such port is wanted
  AdminPath path(OperationSettings.@Nullable Admin settings) throws IOException {
    Path token = settings == null ? null : settings.token();
    StatusPage status =
        new StatusPage(telemetry, readiness, fleet, Gateway.version(), token != null);
    Map<String, Resource> resources = new HashMap<>();
    if (settings != null) {
      // Read only then: a gateway without the port listens the sooner.
      resources.putAll(WebPage.documents());
    }
    resources.putAll(
        Map.of(
            "/health/live", (Page) _ -> Answer.text(200, "live"),
            "/health/ready", (Page) _ -> readiness.answer(),
            "/metrics", (Page) request -> telemetry.page(accepted(request)),
            "/status", (ConfidingPage) status::show,
            "/purge", (Action) upkeep::purge,
            "/warm-up", new Job(upkeep::warmUp, upkeep::cancelWarmUp),
            "/reload", (Action) _ -> reloading.perform(),
            "/drain", (Action) _ -> drain.begun(),
            "/resume", (Action) _ -> drain.resumed()));
    return new AdminPath(resources, token == null ? null : AdminToken.read(token), audit, stalls);
  }

  private static String accepted(ServerRequest request) {
    return String.join(",", request.headers().values(HeaderNames.ACCEPT));
  }
}
