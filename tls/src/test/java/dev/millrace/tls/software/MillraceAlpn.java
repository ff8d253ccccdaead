package dev.millrace.tls.software;

import dev.millrace.tls.TlsConnection;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.alpn.java.server.JDK9ServerALPNProcessor;

/// Has Jetty negotiate protocols for our engines as it does for the JDK's, which it knows by their
/// module. Found as a service.
public final class MillraceAlpn extends JDK9ServerALPNProcessor {
  @Override
  public boolean appliesTo(SSLEngine engine) {
    return engine instanceof TlsConnection;
  }
}
