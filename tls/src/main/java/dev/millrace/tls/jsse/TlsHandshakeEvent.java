package dev.millrace.tls.jsse;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A handshake in a flight recording, from where it began to where it was complete or failed. What
/// its fields mean is told in docs/tls-events.md.
@Name("dev.millrace.TlsHandshake")
@Label("TLS Handshake")
@Description("A TLS handshake that was completed, or failed")
@Category({"Millrace", "TLS"})
@StackTrace(false)
final class TlsHandshakeEvent extends Event {
  @Label("Role")
  @Description("Which side this is: client or server")
  @Nullable String role;

  @Label("Peer Host")
  @Description("Name or address of the peer, as the application gave it or the socket has it")
  @Nullable String peerHost;

  @Label("Peer Port")
  @Description("Port of the peer, or -1")
  int peerPort;

  @Label("Server Name")
  @Description("The host name that the client asked for")
  @Nullable String serverName;

  @Label("Protocol Version")
  @Nullable String version;

  @Label("Cipher Suite")
  @Nullable String cipherSuite;

  @Label("Named Group")
  @Description("Group of the key exchange; none where TLS 1.2 resumes a session")
  @Nullable String namedGroup;

  @Label("Local Signature Scheme")
  @Description("With which this side proved who it is")
  @Nullable String localSignatureScheme;

  @Label("Peer Signature Scheme")
  @Description("With which the peer proved who it is")
  @Nullable String peerSignatureScheme;

  @Label("Application Protocol")
  @Description("Protocol agreed on by ALPN")
  @Nullable String applicationProtocol;

  @Label("Resumed")
  @Description("Whether an earlier session was resumed")
  boolean resumed;

  @Label("Retried")
  @Description("Whether a HelloRetryRequest cost a round trip")
  boolean retried;

  @Label("Client Authenticated")
  @Description("Whether the client proved who it is, in this handshake or the one resumed")
  boolean clientAuthenticated;

  @Label("Early Data")
  @Description("What became of early data: NONE, OFFERED, ACCEPTED or REJECTED")
  @Nullable String earlyData;

  @Label("Failure Reason")
  @Description("Short name of what went wrong; none if the handshake was completed")
  @Nullable String failureReason;

  @Label("Failure")
  @Description("What went wrong, in a sentence")
  @Nullable String failure;

  @Label("Alert Sent")
  @Nullable String alertSent;

  @Label("Alert Received")
  @Nullable String alertReceived;
}
