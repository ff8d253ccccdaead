package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.audit.AuditLog;
import dev.millrace.gateway.http.StallWatch;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The path of a request through the admin port: what there is at its path ([Resource]), whether
/// the method is right, and, where something is to be changed, whether whoever asks may do so
/// ([AdminToken]).
///
/// What the port is to show or do beside is one more resource.
public final class AdminPath implements Handler {
  private static final String CHALLENGE = "Bearer realm=\"millrace\"";

  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");

  /// Documents run what comes from here and is in a file of its own, and nothing else.
  private static final String PAGE_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Map<String, Resource> resources;
  private final @Nullable AdminToken token;
  private final AuditLog audit;
  private final StallWatch stalls;

  /// What is there at a path.
  public sealed interface Resource {
    /// What is shown, to GET and HEAD, and changes nothing.
    @FunctionalInterface
    non-sealed interface Page extends Resource {
      Answer show(ServerRequest request);
    }

    /// What is shown to all who send no token, and more of it to those who send the right one.
    @FunctionalInterface
    non-sealed interface ConfidingPage extends Resource {
      Answer show(boolean isTrusted);
    }

    /// A file of the page for people: the same for all who ask, for as long as the gateway runs.
    ///
    /// @param type the value of Content-Type
    /// @param tag an entity tag
    record Document(String type, String text, String tag) implements Resource {}

    /// What is done, by POST, for those who have the token.
    @FunctionalInterface
    non-sealed interface Action extends Resource {
      Answer perform(ServerRequest request);
    }

    /// What takes its time: begun by POST and cancelled by DELETE, by the same.
    record Job(Action begin, Action cancel) implements Resource {}
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
  /// @param audit is told who changed something, or wanted to, and who has sent a wrong token
  /// @param stalls lets go of who takes no answer
  public AdminPath(
      Map<String, Resource> resources,
      @Nullable AdminToken token,
      AuditLog audit,
      StallWatch stalls) {
    this.resources = Map.copyOf(resources);
    this.token = token;
    this.audit = audit;
    this.stalls = stalls;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    response.headers().set(HeaderNames.CACHE_CONTROL, "no-store");
    Answer answer = answer(request, response);
    byte[] bytes = answer.text().getBytes(UTF_8);
    response.status(Status.create(answer.status()));
    response.headers().set(HeaderNames.CONTENT_TYPE, answer.type());
    response.headers().contentLength(bytes.length);
    byte[] sent = method(request).equals("HEAD") ? new byte[0] : bytes;
    stalls.watch(() -> response.send(sent));
  }

  private Answer answer(ServerRequest request, ServerResponse response) {
    Resource resource = resources.get(request.prologue().uriPath().rawPath());
    if (resource == null) {
      return Answer.text(404, "there is nothing here; known are " + known());
    }
    List<String> allowed =
        switch (resource) {
          case Resource.Action _ -> List.of("POST");
          case Resource.Job _ -> List.of("POST", "DELETE");
          case Resource.Page _, Resource.ConfidingPage _, Resource.Document _ ->
              List.of("GET", "HEAD");
        };
    if (!allowed.contains(method(request))) {
      String methods = String.join(", ", allowed);
      response.headers().set(HeaderNames.ALLOW, methods);
      return Answer.text(405, "the methods allowed here: " + methods);
    }
    return switch (resource) {
      case Resource.Page page -> page.show(request);
      case Resource.ConfidingPage page -> confide(page, request, response);
      case Resource.Document document -> show(document, request, response);
      case Resource.Action action -> audited(action, request, response);
      case Resource.Job(Resource.Action begin, Resource.Action cancel) ->
          audited(method(request).equals("POST") ? begin : cancel, request, response);
    };
  }

  private Answer audited(Resource.Action action, ServerRequest request, ServerResponse response) {
    int status = 500;
    try {
      Answer answer = perform(action, request, response);
      status = answer.status();
      return answer;
    } finally {
      writeDown(request, status);
    }
  }

  private void writeDown(ServerRequest request, int status) {
    audit.write(
        AuditLog.entry("operator", status == 401 || status == 403 ? "refused" : "admitted")
            .add("client", request.remotePeer().host())
            .add("method", method(request))
            .add("action", request.prologue().uriPath().rawPath())
            .add("query", request.prologue().query().rawValue())
            .add("status", status));
  }

  private Answer confide(
      Resource.ConfidingPage page, ServerRequest request, ServerResponse response) {
    if (!request.headers().contains(HeaderNames.AUTHORIZATION)) {
      return page.show(false);
    }
    Answer refusal = refusal(request, response);
    if (refusal == null) {
      return page.show(true);
    }
    writeDown(request, refusal.status());
    return refusal;
  }

  private static Answer show(
      Resource.Document document, ServerRequest request, ServerResponse response) {
    ServerResponseHeaders headers = response.headers();
    headers.set(CONTENT_SECURITY_POLICY, PAGE_POLICY);
    headers.set(HeaderNames.CACHE_CONTROL, "no-cache");
    headers.set(HeaderNames.ETAG, document.tag());
    // One that a cache holds under more tags than one is sent anew.
    boolean isHeld =
        request.headers().first(HeaderNames.IF_NONE_MATCH).orElse("").equals(document.tag());
    return isHeld
        ? new Answer(304, document.type(), "")
        : new Answer(200, document.type(), document.text());
  }

  private Answer perform(Resource.Action action, ServerRequest request, ServerResponse response) {
    Answer refusal = refusal(request, response);
    return refusal == null ? action.perform(request) : refusal;
  }

  /// What is said to those who have not got the token; null to those who have.
  private @Nullable Answer refusal(ServerRequest request, ServerResponse response) {
    if (token == null) {
      return Answer.text(
          403,
          "nothing can be changed through this port: no admin-token is set; give one, restart");
    }
    if (!token.isIn(request.headers().first(HeaderNames.AUTHORIZATION).orElse(""))) {
      response.headers().set(HeaderNames.WWW_AUTHENTICATE, CHALLENGE);
      return Answer.text(401, "send Authorization: Bearer with what the file of admin-token holds");
    }
    return null;
  }

  private String known() {
    return String.join(", ", resources.keySet().stream().sorted().toList());
  }

  private static String method(ServerRequest request) {
    return request.prologue().method().text();
  }
}
