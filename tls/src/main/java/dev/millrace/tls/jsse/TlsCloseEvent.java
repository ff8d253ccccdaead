package dev.millrace.tls.jsse;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/// The end of a connection in a flight recording. What its fields mean is told in
/// docs/tls-events.md.
@Name("dev.millrace.TlsClose")
@Label("TLS Close")
@Description("The end of a TLS connection, also of one whose handshake failed")
@Category({"Millrace", "TLS"})
@StackTrace(false)
final class TlsCloseEvent extends Event {
  @Label("Role")
  @Description("Which side this is: client or server")
  @Nullable String role;

  @Label("Peer Host")
  @Description("Name or address of the peer, as the application gave it or the socket has it")
  @Nullable String peerHost;

  @Label("Peer Port")
  @Description("Port of the peer, or -1")
  int peerPort;

  @Label("Protocol Version")
  @Nullable String version;

  @Label("Lifetime")
  @Description("From the beginning of the handshake to the end")
  @Timespan(Timespan.NANOSECONDS)
  long lifetime;

  @Label("Alert Sent")
  @Description("The last that this side said: close_notify, or why it gave up")
  @Nullable String alertSent;

  @Label("Alert Received")
  @Description("The last that the peer said: close_notify, or why it gave up")
  @Nullable String alertReceived;

  @Label("Truncated")
  @Description("Whether the transport ended before the peer said that it sends no more")
  boolean truncated;

  @Label("Failure Reason")
  @Description("Short name of what went wrong; none if the connection was closed")
  @Nullable String failureReason;

  @Label("Failure")
  @Description("What went wrong, in a sentence")
  @Nullable String failure;

  @Label("Bytes Received")
  @Description("Application data that was received")
  @DataAmount
  long bytesReceived;

  @Label("Bytes Sent")
  @Description("Application data that was sent")
  @DataAmount
  long bytesSent;

  @Label("Records Received")
  long recordsReceived;

  @Label("Records Sent")
  long recordsSent;

  @Label("Key Updates Received")
  int keyUpdatesReceived;

  @Label("Key Updates Sent")
  int keyUpdatesSent;
}
