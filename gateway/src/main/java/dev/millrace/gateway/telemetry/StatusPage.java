package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.admin.Readiness;
import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.json.JsonLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a gateway fares, as JSON:
///
/// ```
/// {"version":"0.1.0","time":1795500000000,"ready":false,"reasons":"draining: …","token":true,
///  "fleet":{"epoch":7,"nodes":[{"name":"gw-1","state":"self","tier":"main","weight":1.0,
///    "share":0.501,"address":"10.0.0.1:8444","health":"this node"},…]},
///  "top":[{"key":"logs/1","slice":0,"perSecond":12.5},…],
///  "metrics":{…}}
/// ```
///
/// `token` says whether one is set, so that something can be changed at all. There is no `fleet`
/// where there is none. What names objects or tells where the fleet is, `top`, `address` and
/// `health`, is there for those who have the token. `metrics` are as [MetricsJson] writes them.
///
/// @param fleet null where there is none
/// @param hasToken whether there is a token
public record StatusPage(
    Telemetry telemetry,
    Readiness readiness,
    @Nullable Fleet fleet,
    String version,
    boolean hasToken) {
  private static final int MOST_TOP = 20;

  /// How it fares now.
  ///
  /// @param isTrusted whether who asks has the token
  public Answer show(boolean isTrusted) {
    List<String> reasons = readiness.reasons();
    JsonLine status =
        new JsonLine()
            .add("version", version)
            .add("time", System.currentTimeMillis())
            .add("ready", reasons.isEmpty())
            .add("reasons", String.join("\n", reasons))
            .add("token", hasToken);
    if (fleet != null) {
      status.add("fleet", of(fleet, isTrusted));
    }
    if (isTrusted) {
      status.add("top", telemetry.top().most(MOST_TOP).stream().map(StatusPage::of).toList());
    }
    status.add("metrics", MetricsJson.of(telemetry.snapshots()));
    return new Answer(200, "application/json", status.toString());
  }

  private static JsonLine of(Fleet fleet, boolean isTrusted) {
    Fleet.View view = fleet.view();
    return new JsonLine()
        .add("epoch", view.epoch())
        .add("nodes", view.nodes().stream().map(seen -> of(seen, isTrusted)).toList());
  }

  private static JsonLine of(Fleet.Seen seen, boolean isTrusted) {
    JsonLine node =
        new JsonLine()
            .add("name", seen.node().name())
            .add("state", Tally.text(seen.state()))
            .add("tier", Tally.text(seen.node().tier()))
            .add("weight", seen.node().weight())
            .add("share", seen.share());
    return isTrusted
        ? node.add("address", seen.node().address()).add("health", seen.health())
        : node;
  }

  private static JsonLine of(TopSlices.Top top) {
    return new JsonLine()
        .add("key", top.object().key())
        .add("slice", top.index())
        .add("perSecond", top.perSecond());
  }
}
