package dev.millrace.gateway.settings;

import dev.millrace.gateway.settings.Setting.Change;
import java.nio.file.Path;
import java.util.List;

/// What is set of who may read.
final class AccessTable {
  static final Setting<Path> ACCESS_FILE =
      Setting.derived(
              "access-file",
              Kind.accessFile(),
              "Who may read and write what, and by which keys and certificates they are known; it is looked at"
                  + " again every second",
              "none: see anonymous")
          .changing(Change.CONTENT);

  static final Setting<Boolean> ANONYMOUS =
      Setting.derived(
          "anonymous",
          Kind.onOff(),
          "Whether, without access-file, everybody who reaches the port may read the bucket; off, the"
              + " gateway does not start",
          "on where host is an address of this machine alone");

  static final Setting<Path> CLIENT_CA =
      Setting.derived(
              "client-ca",
              Kind.pemFile(),
              "The authorities that vouch for the certificates of clients",
              "none: clients are not asked for certificates")
          .changing(Change.CONTENT);

  static final Setting<Boolean> CLIENT_CERTIFICATES =
      Setting.of(
          "client-certificates",
          Kind.oneOf("optional", "required"),
          "Whether clients that show no certificate get further than the handshake",
          "optional");

  static final SettingGroup GROUP =
      new SettingGroup("Access", List.of(ACCESS_FILE, ANONYMOUS, CLIENT_CA, CLIENT_CERTIFICATES));

  private AccessTable() {}
}
