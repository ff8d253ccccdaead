package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What `millrace get` says where a service or this machine does not do as it should.
@Timeout(60)
class GetFailureTest {
  private static final String DATE = "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT";

  @TempDir Path folder;

  private CommandRun get(ScriptedServer server, String file, String... flags) {
    String[] line = new String[flags.length + 2];
    System.arraycopy(flags, 0, line, 2, flags.length);
    line[0] = server.endpoint() + "/grain/wheat";
    line[1] = file;
    return CommandRun.of(new GetCommand(new AwsEnvironment(Map.of(), folder)), line);
  }

  private String target() {
    return folder.resolve("target").toString();
  }

  private static ScriptedServer serving(String... headers) throws IOException {
    String head = String.join("\r\n", headers);
    return ScriptedServer.start(
        "flour", "HTTP/1.1 200 OK", "ETag: \"1\"", DATE, "Content-Length: 5", head + "X: 1");
  }

  @Test
  void bytes_that_are_not_those_of_the_service_are_not_kept() throws IOException {
    try (ScriptedServer server = serving("x-amz-checksum-crc32: AAAAAA==\r\n")) {
      assertThat(get(server, target()).failure())
          .contains("not what the service has", "run it again");
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void a_stream_that_is_not_that_of_the_service_fails_at_its_end() throws IOException {
    Path device = device("/dev/null");
    try (ScriptedServer server = serving("x-amz-checksum-crc32: AAAAAA==\r\n")) {
      assertThat(get(server, device.toString()).failure()).contains("not what the service has");
      assertThat(Files.isRegularFile(device)).isFalse();
    }
  }

  @Test
  void what_cannot_be_verified_is_a_failure_where_it_should_be() throws IOException {
    try (ScriptedServer server = serving()) {
      assertThat(get(server, target(), "--verify").failure())
          .contains("cannot be verified", "leave out --verify");
      assertThat(folder).isEmptyDirectory();
      assertThat(get(server, device("/dev/null").toString(), "--verify").failure())
          .contains("cannot be verified", "leave out --verify");
      assertThat(get(server, target()).status()).isZero();
    }
  }

  @Test
  void an_object_that_is_replaced_meanwhile_is_to_be_got_again() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.start((head, client) -> {
          if (head.contains("if-match")) {
            ScriptedServer.write(
                client, "", "HTTP/1.1 412 Precondition Failed", "Content-Length: 0");
          } else {
            ScriptedServer.write(
                client, "half", "HTTP/1.1 200 OK", "ETag: \"1\"", DATE, "Content-Length: 8");
            client.close();
          }
        })) {
      assertThat(get(server, target()).failure()).contains("replaced", "run it again");
      assertThat(folder).isEmptyDirectory();
      assertThat(get(server, device("/dev/null").toString()).failure())
          .contains("replaced meanwhile: run it again");
    }
  }

  @Test
  void a_file_that_another_download_writes_is_left_to_it() throws IOException {
    Path unfinished = folder.resolve(".target.millrace-part");
    try (ScriptedServer server = serving();
        FileChannel other =
            FileChannel.open(unfinished, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();
      assertThat(get(server, target()).failure())
          .contains("cannot write " + target(), "another download");
      assertThat(unfinished).exists();
    }
  }

  @Test
  void an_object_that_there_is_no_room_for_is_not_begun() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.start(
            "flour", "HTTP/1.1 200 OK", "ETag: \"1\"", DATE, "Content-Length: 90000000000000000")) {
      assertThat(get(server, target()).failure())
          .contains("cannot write " + target(), "there is room for", "mend that");
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void other_services_and_their_refusals_have_a_remedy_each() throws IOException {
    assertThat(remedy("405 Method Not Allowed", "")).contains("is S3");
    assertThat(remedy("400 Bad Request", "ExpiredToken")).contains("renew the credentials");
    assertThat(remedy("403 Forbidden", "RequestTimeTooSkewed")).contains("set the clock");
    assertThat(remedy("301 Moved Permanently", "PermanentRedirect")).contains("check --region");
    assertThat(remedy("404 Not Found", "NoSuchBucket")).contains("check the bucket and --endpoint");
  }

  private String remedy(String status, String code) throws IOException {
    String xml = "<Error><Code>" + (code.isEmpty() ? "Other" : code) + "</Code></Error>";
    try (ScriptedServer server =
        ScriptedServer.start(xml, "HTTP/1.1 " + status, "Content-Length: " + xml.length())) {
      return get(server, target()).failure();
    }
  }

  private static Path device(String name) {
    Path device = Path.of(name);
    if (!Files.isWritable(device)) {
      System.out.println("SKIPPED: this system has no " + name);
      abort();
    }
    return device;
  }
}
