package dev.millrace.gateway;

import static dev.millrace.gateway.WritableMill.LARGE;
import static dev.millrace.gateway.WritableMill.SMALL;
import static dev.millrace.gateway.WritableMill.bytes;
import static dev.millrace.gateway.WritableMill.sha256;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// What a gateway writes down of writes: that they were admitted, and what came of them.
@Timeout(60)
class WriteAuditTest {
  @RegisterExtension static final WritableMill mill = new WritableMill();

  @TempDir private Path folder;

  /// The entry about what came of a write, from its outcome on, without who asked.
  private static String outcome(Path audit, HttpResponse<?> answer) throws IOException {
    String id = answer.headers().firstValue("x-amz-request-id").orElseThrow();
    List<String> entries =
        Files.readAllLines(audit).stream().filter(line -> line.contains(id)).toList();
    assertThat(entries).hasSize(2);
    assertThat(entries.getFirst()).contains("\"event\":\"request\",\"outcome\":\"admitted\"");
    assertThat(entries.getLast()).contains("\"event\":\"write\",\"outcome\":");
    return entries
        .getLast()
        .replaceFirst(".*(\"outcome\":\"\\w+\").*(\"action\":)", "$1,$2")
        .replaceFirst("}$", "");
  }

  private static void assertOutcome(SignedWrite write, String entry) throws Exception {
    assertThat(outcome(mill.audit(), write.send())).isEqualTo(entry.replace('\'', '"'));
  }

  @Test
  void what_was_done_says_so() throws Exception {
    assertOutcome(
        mill.put("in/k"), "'outcome':'done','action':'PutObject','bucket':'mill','key':'in/k'");
    assertOutcome(
        mill.write("DELETE", "/mill/in/k"),
        "'outcome':'done','action':'DeleteObject','bucket':'mill','key':'in/k'");
  }

  @Test
  void who_has_not_the_right_after_all_is_refused() throws Exception {
    assertOutcome(
        mill.put("in/k").with("x-amz-copy-source", "/mill/out/k"),
        "'outcome':'refused','action':'PutObject','bucket':'mill','key':'in/k',"
            + "'code':'AccessDenied','status':403");
    assertOutcome(
        mill.put("in/k").chunks(bytes(SMALL), SMALL, 0),
        "'outcome':'refused','action':'PutObject','bucket':'mill','key':'in/k',"
            + "'code':'SignatureDoesNotMatch','status':403");
    Path audit = folder.resolve("audit");
    try (TestGateway open = mill.another("audit-log", audit.toString())) {
      HttpResponse<?> answer = open.send("DELETE", "/mill/k", "Origin", "https://example.com");
      assertThat(outcome(audit, answer)).contains("refused", "AccessDenied");
    }
  }

  @Test
  void what_the_origin_or_the_body_is_the_fault_of_has_failed() throws Exception {
    for (int size : new int[] {SMALL, LARGE}) {
      assertOutcome(
          mill.put("in/k").body(bytes(size), sha256(bytes(size + 1))),
          "'outcome':'failed','action':'PutObject','bucket':'mill','key':'in/k',"
              + "'code':'XAmzContentSHA256Mismatch','status':400");
    }
    assertOutcome(
        mill.put("in/k").with("x-amz-copy-source", "/mill/in/none"),
        "'outcome':'failed','action':'PutObject','bucket':'mill','key':'in/k',"
            + "'code':'NoSuchKey','status':404");
  }

  @Test
  void of_many_deletions_it_says_which() throws Exception {
    assertOutcome(
        deletion("in/a", "out/b", "in/&quot;c"),
        "'outcome':'done','action':'DeleteObjects','bucket':'mill',"
            + "'keys':['in/a','in/\\'c'],'refusedKeys':['out/b']");
    assertOutcome(
        deletion("out/b"),
        "'outcome':'refused','action':'DeleteObjects','bucket':'mill','refusedKeys':['out/b']");
  }

  private static SignedWrite deletion(String... keys) {
    String objects = "<Object><Key>" + String.join("</Key></Object><Object><Key>", keys);
    byte[] document = ("<Delete>" + objects + "</Key></Object></Delete>").getBytes(UTF_8);
    return mill.write("POST", "/mill?delete").body(document, sha256(document));
  }
}
