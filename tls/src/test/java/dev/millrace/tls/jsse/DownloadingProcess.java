package dev.millrace.tls.jsse;

import java.net.InetAddress;
import java.security.Security;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// What a JVM does that downloads by the JDK's TLS, which asks for new keys much earlier than it
/// would by itself. It reads that setting once, so it is a process of its own.
final class DownloadingProcess {
  private DownloadingProcess() {}

  /// Reads what a server sends, and says that it has.
  ///
  /// @param args the server's port on this machine; how many bytes it sends
  public static void main(String[] args) throws Exception {
    Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^20");
    SSLContext context = SSLContext.getInstance("TLSv1.3", "SunJSSE");
    context.init(null, new TrustManager[] {new Peers.TrustsEverybody()}, null);
    try (SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))) {
      socket.getInputStream().skipNBytes(Long.parseLong(args[1]));
      System.out.println("all of it");
    }
  }
}
