package dev.millrace.gateway.settings;

import static dev.millrace.gateway.settings.AdminTable.ADMIN_HOST;
import static dev.millrace.gateway.settings.AdminTable.ADMIN_PORT;
import static dev.millrace.gateway.settings.AdminTable.ADMIN_TOKEN;

import org.jspecify.annotations.Nullable;

/// Makes [OperationSettings] of what was chosen, and checks what settings ask of each other.
final class OperationAssembly {
  private final Choices choices;

  OperationAssembly(Choices choices) {
    this.choices = choices;
  }

  OperationSettings operation() {
    return new OperationSettings(
        admin(),
        otlp(),
        choices.value(AdminTable.LOG_FORMAT),
        audit(),
        new OperationSettings.Drain(
            choices.value(AdminTable.DRAIN_DELAY), choices.value(AdminTable.DRAIN_TIMEOUT)));
  }

  private OperationSettings.@Nullable Otlp otlp() {
    var endpoint = choices.chosen(AdminTable.OTLP_ENDPOINT);
    if (endpoint.isEmpty()) {
      choices.refuse(
          AdminTable.OTLP_SAMPLING, "there is nobody to send spans to; give --otlp-endpoint too");
      return null;
    }
    return new OperationSettings.Otlp(endpoint.get(), choices.value(AdminTable.OTLP_SAMPLING));
  }

  private OperationSettings.@Nullable Audit audit() {
    var file = choices.chosen(AuditTable.AUDIT_LOG);
    if (file.isEmpty()) {
      choices.refuse(AuditTable.AUDIT, "there is no file for it; give --audit-log too");
      return null;
    }
    return new OperationSettings.Audit(file.get(), choices.value(AuditTable.AUDIT));
  }

  private OperationSettings.@Nullable Admin admin() {
    var port = choices.chosen(ADMIN_PORT);
    if (port.isEmpty()) {
      choices.refuse(ADMIN_HOST, "there is no port to listen on there; give --admin-port too");
      choices.refuse(ADMIN_TOKEN, "there is no port that would ask for it; give --admin-port too");
      return null;
    }
    if (port.get() != 0 && port.get().equals(choices.value(ServerTable.PORT))) {
      throw choices.refusal(ADMIN_PORT, "that is the port for objects (port); choose another");
    }
    if (port.get() != 0 && port.equals(choices.chosen(SealedTable.SEALED_PORT))) {
      throw choices.refusal(
          ADMIN_PORT, "that is the port without TLS (sealed-port); choose another");
    }
    if (port.get() != 0 && port.equals(choices.chosen(ServerTable.HTTP_PORT))) {
      throw choices.refusal(ADMIN_PORT, "that is the port without TLS (http-port); choose another");
    }
    return new OperationSettings.Admin(
        choices.value(ADMIN_HOST), port.get(), choices.chosen(ADMIN_TOKEN).orElse(null));
  }
}
