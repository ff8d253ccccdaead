package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
  @TempDir Path folder;

  private final StringWriter err = new StringWriter();

  private int serve(String... flags) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("serve", "--origin", folder.toString(), "--bucket", "mill"));
    arguments.addAll(List.of("--state", folder.resolve("state").toString()));
    arguments.addAll(List.of(flags));
    return Millrace.commandLine()
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void a_port_in_use_is_told_with_the_remedy() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      assertThat(serve("--port", String.valueOf(other.getLocalPort()))).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("millrace: cannot listen on 127.0.0.1:" + other.getLocalPort() + ": Address")
          .endsWith("; choose another with --port or --host\n")
          .containsOnlyOnce("\n");
    }
  }

  @Test
  void a_certificate_that_cannot_be_used_is_told_with_its_file() throws Exception {
    var pem = Files.writeString(folder.resolve("some.pem"), "nothing").toString();
    assertThat(serve("--port", "0", "--certificate", pem, "--key", pem)).isEqualTo(1);
    assertThat(err.toString()).startsWith("millrace: " + pem + " holds no private key");
  }
}
