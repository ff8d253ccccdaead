package dev.millrace.gateway.otlp;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// A collector of OpenTelemetry's that this gateway tells of itself, and whether it listens: the
/// log says so when it does not, and when it does again.
///
/// Safe for use by any number of threads.
public final class OtlpCollector {
  /// How long it may take for one message.
  public static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final System.Logger LOG = System.getLogger(OtlpCollector.class.getName());

  private final URI endpoint;
  private final String what;
  private final AtomicBoolean isDeaf = new AtomicBoolean();

  /// @param endpoint without a path
  /// @param what it is sent, and the last part of the path there
  public OtlpCollector(URI endpoint, String what) {
    this.endpoint = endpoint;
    this.what = what;
  }

  /// Where messages go.
  public String url() {
    return endpoint + "/v1/" + what;
  }

  /// Who tells: a gateway of that version.
  public static Resource resource(String version) {
    Attributes service =
        Attributes.of(
            AttributeKey.stringKey("service.name"),
            "millrace",
            AttributeKey.stringKey("service.version"),
            version,
            AttributeKey.stringKey("service.instance.id"),
            String.valueOf(ProcessHandle.current().pid()));
    return Resource.getDefault().merge(Resource.create(service));
  }

  /// The same message, whose fate the log is told if it differs from that of the last.
  public CompletableResultCode heed(CompletableResultCode message) {
    return message.whenComplete(() -> {
      if (message.isSuccess() && isDeaf.compareAndSet(true, false)) {
        LOG.log(System.Logger.Level.WARNING, "{0} takes {1} again", endpoint, what);
      } else if (!message.isSuccess() && isDeaf.compareAndSet(false, true)) {
        Throwable cause = message.getFailureThrowable();
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} does not take {1}, which are lost until it does: {2}",
            endpoint,
            what,
            cause == null ? "no answer" : cause.getMessage());
      }
    });
  }
}
