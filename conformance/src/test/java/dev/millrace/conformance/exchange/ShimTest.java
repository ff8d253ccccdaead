package dev.millrace.conformance.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.conformance.exchange.Shim.Answer;
import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.stack.JdkStack;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Plays the runner, with a client of the JDK.
@Timeout(60)
class ShimTest {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  @Test
  void every_byte_is_sent_back_flipped() throws Exception {
    Answer answer =
        exchange(
            socket -> {
              socket.getOutputStream().write(new byte[] {0, 1, (byte) 0xFF});
              assertThat(socket.getInputStream().readNBytes(3)).containsExactly(0xFF, 0xFE, 0x00);
              socket.shutdownOutput();
              assertThat(socket.getInputStream().read()).isEqualTo(-1);
            },
            "-check-close-notify");

    assertThat(answer).isEqualTo(new Answer(0, "", ""));
  }

  @Test
  void a_byte_at_a_time_makes_no_difference() throws Exception {
    Answer answer =
        exchange(
            socket -> {
              assertThat(socket.getInputStream().readNBytes(5)).asString().isEqualTo("hello");
              socket.shutdownOutput();
            },
            "-async",
            "-shim-writes-first",
            "-max-version",
            "771",
            "-expect-version",
            "771");

    assertThat(answer).isEqualTo(new Answer(0, "", ""));
  }

  @Test
  void an_expectation_that_is_not_met_is_told() throws Exception {
    Answer answer = exchange(SSLSocket::startHandshake, "-expect-version", "771");

    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).contains("-expect-version: expected 771, was 772");
  }

  @Test
  void a_failure_of_ours_is_told_by_its_reason() {
    var failure = new SSLHandshakeException("");
    failure.initCause(new PeerMisbehaved(Misbehaviour.BAD_RECORD_MAC));

    assertThat(FailureText.of(failure)).contains(":BAD_RECORD_MAC:");
  }

  private interface Runner {
    void run(SSLSocket socket) throws IOException;
  }

  /// Runs a shim as server, and something as its client.
  private static Answer exchange(Runner runner, String... flags) throws Exception {
    try (var listener = new ServerSocket(0, 1, LOOPBACK)) {
      var arguments = new ArrayList<String>(List.of("-server", "-shim-id", "258"));
      arguments.addAll(List.of(Flag.PORT.flagName(), listener.getLocalPort() + ""));
      arguments.addAll(List.of("-cert-file", file("subject.pem"), "-key-file", file("key.pem")));
      arguments.addAll(List.of(flags));
      var answer = started(() -> new Shim(JdkStack::new).run(arguments));
      try (Socket socket = listener.accept()) {
        assertThat(new DataInputStream(socket.getInputStream()).readLong())
            .as("258, the lowest byte first")
            .isEqualTo(0x0201_0000_0000_0000L);
        runner.run(client(socket));
      }
      return answer.get();
    }
  }

  private static FutureTask<Answer> started(Callable<Answer> shim)
      throws ExecutionException, InterruptedException {
    var task = new FutureTask<Answer>(shim);
    Thread.ofVirtual().start(task);
    return task;
  }

  private static SSLSocket client(Socket socket) throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustsAll()}, null);
    return (SSLSocket) context.getSocketFactory().createSocket(socket, "test", 443, true);
  }

  private static String file(String name) throws URISyntaxException {
    var url = ShimTest.class.getResource("/dev/millrace/conformance/stack/" + name);
    return Path.of(Objects.requireNonNull(url).toURI()).toString();
  }

  private static final class TrustsAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
