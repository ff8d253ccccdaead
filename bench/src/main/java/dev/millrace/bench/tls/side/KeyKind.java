package dev.millrace.bench.tls.side;

import java.util.List;
import java.util.Locale;

/// The server's key, with which its certificate is signed too.
public enum KeyKind {
  /// P-256.
  ECDSA("-keyalg EC -groupname secp256r1 -sigalg SHA256withECDSA"),
  /// 2048 bits.
  RSA("-keyalg RSA -keysize 2048 -sigalg SHA256withRSA");

  private final String arguments;

  KeyKind(String arguments) {
    this.arguments = arguments;
  }

  /// As it stands in the report.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// As `keytool` takes it.
  List<String> arguments() {
    return List.of(arguments.split(" ", -1));
  }
}
