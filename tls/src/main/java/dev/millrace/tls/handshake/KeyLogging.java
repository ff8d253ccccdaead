package dev.millrace.tls.handshake;

import dev.millrace.tls.KeyLog;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.keys.EarlySecret;
import dev.millrace.tls.keys.TrafficSecret;
import java.util.Arrays;
import java.util.HexFormat;

/// Writes secrets to the key log, if there is one (RFC 9850).
final class KeyLogging {
  private static final HexFormat HEX = HexFormat.of();

  private KeyLogging() {}

  /// @param hash of the transcript up to the ClientHello
  static void early(
      Policy policy, byte[] clientRandom, TrafficSecret client, EarlySecret stage, byte[] hash) {
    KeyLog log = policy.keyLog();
    if (log != null) {
      write(log, "CLIENT_EARLY_TRAFFIC_SECRET", clientRandom, client.bytes());
      try (Secret exporter = stage.earlyExporter(hash)) {
        write(log, "EARLY_EXPORTER_SECRET", clientRandom, exporter.getEncoded());
      }
    }
  }

  static void handshake(
      Policy policy, byte[] clientRandom, TrafficSecret client, TrafficSecret server) {
    KeyLog log = policy.keyLog();
    if (log != null) {
      write(log, "CLIENT_HANDSHAKE_TRAFFIC_SECRET", clientRandom, client.bytes());
      write(log, "SERVER_HANDSHAKE_TRAFFIC_SECRET", clientRandom, server.bytes());
    }
  }

  static void application(
      Policy policy,
      byte[] clientRandom,
      TrafficSecret client,
      TrafficSecret server,
      Exporter13 exporter) {
    KeyLog log = policy.keyLog();
    if (log != null) {
      write(log, "CLIENT_TRAFFIC_SECRET_0", clientRandom, client.bytes());
      write(log, "SERVER_TRAFFIC_SECRET_0", clientRandom, server.bytes());
      write(log, "EXPORTER_SECRET", clientRandom, exporter.secret().bytes());
    }
  }

  static void master12(Policy policy, byte[] clientRandom, byte[] master) {
    KeyLog log = policy.keyLog();
    if (log != null) {
      write(log, "CLIENT_RANDOM", clientRandom, master);
    }
    Arrays.fill(master, (byte) 0);
  }

  private static void write(KeyLog log, String label, byte[] clientRandom, byte[] secret) {
    log.log(label + " " + HEX.formatHex(clientRandom) + " " + HEX.formatHex(secret));
    Arrays.fill(secret, (byte) 0);
  }
}
