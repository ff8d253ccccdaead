package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.Unimplemented;
import dev.millrace.tls.KeyLog;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The secrets of one connection, as its key log tells them.
final class LoggedSecrets implements KeyLog {
  private final Map<String, byte[]> byLabel = new ConcurrentHashMap<>();

  @Override
  public void log(String line) {
    String label = line.substring(0, line.indexOf(' '));
    byLabel.put(label, HexFormat.of().parseHex(line.substring(line.lastIndexOf(' ') + 1)));
  }

  Endpoint.TrafficSecrets ofClient() {
    return new Endpoint.TrafficSecrets(
        told("SERVER_TRAFFIC_SECRET_0"), told("CLIENT_TRAFFIC_SECRET_0"));
  }

  private byte[] told(String label) {
    byte[] secret = byLabel.get(label);
    if (secret == null) {
      throw new Unimplemented(Flag.EXPORT_TRAFFIC_SECRETS.flagName());
    }
    return secret;
  }
}
