package dev.millrace.gateway.settings;

import static dev.millrace.gateway.settings.AccessTable.ACCESS_FILE;
import static dev.millrace.gateway.settings.AccessTable.ANONYMOUS;
import static dev.millrace.gateway.settings.AccessTable.CLIENT_CA;
import static dev.millrace.gateway.settings.AccessTable.CLIENT_CERTIFICATES;
import static dev.millrace.gateway.settings.OriginTable.WRITE_THROUGH;
import static dev.millrace.gateway.settings.SealedTable.SEALED_PORT;
import static dev.millrace.gateway.settings.ServerTable.HOST;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Makes [AccessSettings] of what was chosen, and checks what settings ask of each other.
final class AccessAssembly {
  private final Choices choices;

  AccessAssembly(Choices choices) {
    this.choices = choices;
  }

  AccessSettings access() {
    AccessSettings.ClientCertificates certificates = certificates();
    Path file = choices.chosen(ACCESS_FILE).orElse(null);
    if (file != null) {
      choices.refuse(ANONYMOUS, "access-file says who may read without a name");
    } else if (!isOpen(certificates)) {
      if (isRequired(certificates)) {
        throw choices.refusal(
            SEALED_PORT,
            "nobody shows a certificate there, and who may read is not said; give --access-file"
                + " FILE, or --anonymous on");
      }
      throw new SettingException(
          "who may read is not said; give --access-file FILE, or --anonymous on if everybody may who"
              + " reaches the port");
    } else if (choices.value(WRITE_THROUGH)
        && !Listening.isOfThisMachineAlone(choices.value(HOST))) {
      throw choices.refusal(WRITE_THROUGH, "who may write is not said; give --access-file FILE");
    }
    return new AccessSettings(file, certificates);
  }

  private static boolean isRequired(AccessSettings.@Nullable ClientCertificates certificates) {
    return certificates != null && certificates.required();
  }

  private AccessSettings.@Nullable ClientCertificates certificates() {
    Path authority = choices.chosen(CLIENT_CA).orElse(null);
    if (authority == null) {
      choices.refuse(CLIENT_CERTIFICATES, "nobody vouches for them; give --client-ca too");
      return null;
    }
    boolean required = choices.value(CLIENT_CERTIFICATES);
    if (!required && choices.chosen(ACCESS_FILE).isEmpty()) {
      throw choices.refusal(
          CLIENT_CA,
          "nothing depends on certificates; give --access-file, or --client-certificates required");
    }
    return new AccessSettings.ClientCertificates(authority, required);
  }

  /// Whether everybody may read who reaches a port, or who has a certificate where one is needed at
  /// all of them: there is none without TLS.
  private boolean isOpen(AccessSettings.@Nullable ClientCertificates certificates) {
    return choices
        .chosen(ANONYMOUS)
        .orElseGet(() ->
            (isRequired(certificates) && choices.chosen(SEALED_PORT).isEmpty())
                || Listening.isOfThisMachineAlone(choices.value(HOST)));
  }
}
