package dev.millrace.gateway.settings;

import dev.millrace.gateway.settings.Setting.Change;
import java.nio.file.Path;
import java.util.List;

/// What is set of the server and of the machine that it runs on.
final class ServerTable {
  static final Setting<String> HOST =
      Setting.of("host", Kind.host(), "The address to listen on", "127.0.0.1");

  static final Setting<Integer> PORT =
      Setting.of(
          "port",
          Kind.wholeNumber(0, 65_535),
          "The port to listen on; 0 takes any free one",
          "8443");

  static final Setting<Integer> HTTP_PORT =
      Setting.derived(
          "http-port",
          Kind.wholeNumber(0, 65_535),
          "A port without TLS that serves all that port does, for everybody on the way to read; 0"
              + " takes any free one",
          "none");

  static final Setting<TlsImplementation> TLS =
      Setting.of(
          "tls",
          Kind.tls(),
          "Whose TLS protects connections, to clients and to the origin: Millrace's own or the JDK's",
          "millrace");

  static final Setting<Path> CERTIFICATE =
      Setting.derived(
              "certificate",
              Kind.pemFile(),
              "The certificate chain to serve with, the server's own certificate first",
              "one made on first run, for localhost and the host, signed by ca.pem in the state folder")
          .changing(Change.CONTENT);

  static final Setting<Path> KEY =
      Setting.derived(
              "key",
              Kind.pemFile(),
              "The private key of the certificate: PKCS#8, not encrypted; RSA, EC or Ed25519",
              "made with the certificate")
          .changing(Change.CONTENT);

  static final Setting<Path> STATE =
      Setting.derived(
          "state",
          Kind.ownFolder(),
          "The folder for what Millrace itself keeps between runs",
          "millrace in XDG_STATE_HOME, else in ~/.local/state");

  static final SettingGroup GROUP =
      new SettingGroup("The server", List.of(HOST, PORT, HTTP_PORT, TLS, CERTIFICATE, KEY, STATE));

  private ServerTable() {}
}
