package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.audit.AuditLog;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The path of a request through the admin port: what there is at its path ([Resource]), whether
/// the method is right, and, where something is to be changed, whether whoever asks may do so
/// ([AdminToken]).
///
/// What the port is to show or do beside is one more resource.
public final class AdminPath implements Handler {
  private static final String CHALLENGE = "Bearer realm=\"millrace\"";

  private final Map<String, Resource> resources;
  private final @Nullable AdminToken token;
  private final AuditLog audit;

  /// What is there at a path.
  public sealed interface Resource {
    /// What is shown, to GET and HEAD, and changes nothing.
    @FunctionalInterface
    non-sealed interface Page extends Resource {
      Answer show(ServerRequest request);
    }

    /// What is done, by POST, for those who have the token.
    @FunctionalInterface
    non-sealed interface Action extends Resource {
      Answer perform(ServerRequest request);
    }
  }

  /// What is answered.
  ///
  /// @param type the value of Content-Type
  public record Answer(int status, String type, String text) {
    /// A line or more for people.
    public static Answer text(int status, String text) {
      return new Answer(status, "text/plain; charset=utf-8", text + "\n");
    }
  }

  /// @param resources by their paths
  /// @param token of those who may change something; nobody may where null
  /// @param audit is told who changed something, or wanted to
  public AdminPath(Map<String, Resource> resources, @Nullable AdminToken token, AuditLog audit) {
    this.resources = Map.copyOf(resources);
    this.token = token;
    this.audit = audit;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    Answer answer = answer(request, response);
    byte[] bytes = answer.text().getBytes(UTF_8);
    response.status(Status.create(answer.status()));
    response.headers().set(HeaderNames.CONTENT_TYPE, answer.type());
    response.headers().set(HeaderNames.CACHE_CONTROL, "no-store");
    response.headers().contentLength(bytes.length);
    response.send(method(request).equals("HEAD") ? new byte[0] : bytes);
  }

  private Answer answer(ServerRequest request, ServerResponse response) {
    return switch (resources.get(request.prologue().uriPath().rawPath())) {
      case null -> Answer.text(404, "there is nothing here; known are " + known());
      case Resource.Page page ->
          switch (method(request)) {
            case "GET", "HEAD" -> page.show(request);
            default -> refused(response, "GET, HEAD");
          };
      case Resource.Action action ->
          switch (method(request)) {
            case "POST" -> audited(action, request, response);
            default -> refused(response, "POST");
          };
    };
  }

  private Answer audited(Resource.Action action, ServerRequest request, ServerResponse response) {
    int status = 500;
    try {
      Answer answer = perform(action, request, response);
      status = answer.status();
      return answer;
    } finally {
      audit.write(
          AuditLog.entry("operator", status == 401 || status == 403 ? "refused" : "admitted")
              .add("client", request.remotePeer().host())
              .add("action", request.prologue().uriPath().rawPath())
              .add("query", request.prologue().query().rawValue())
              .add("status", status));
    }
  }

  private Answer perform(Resource.Action action, ServerRequest request, ServerResponse response) {
    if (token == null) {
      return Answer.text(
          403,
          "nothing can be changed through this port: no admin-token is set; give one, restart");
    }
    if (!token.isIn(request.headers().first(HeaderNames.AUTHORIZATION).orElse(""))) {
      response.headers().set(HeaderNames.WWW_AUTHENTICATE, CHALLENGE);
      return Answer.text(401, "send Authorization: Bearer with what the file of admin-token holds");
    }
    return action.perform(request);
  }

  private static Answer refused(ServerResponse response, String allowed) {
    response.headers().set(HeaderNames.ALLOW, allowed);
    return Answer.text(405, "the methods allowed here: " + allowed);
  }

  private String known() {
    return String.join(", ", resources.keySet().stream().sorted().toList());
  }

  private static String method(ServerRequest request) {
    return request.prologue().method().text();
  }
}
