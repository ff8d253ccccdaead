package dev.millrace.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.Request.Method;
import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.sign.CanonicalQuery;
import dev.millrace.s3.sign.SigV4;
import dev.millrace.s3.testing.S3ProxyOrigin;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Requests with bodies, to s3proxy and to services that refuse them.
@Timeout(60)
class SentRequestTest {
  private static final Credentials KEYS = new Credentials("id", "secret", null);
  private static final byte[] CONTENT = content();

  @TempDir private Path scratch;

  private static byte[] content() {
    byte[] content = new byte[1 << 20];
    new Random(7).nextBytes(content);
    return content;
  }

  private static Request put(String key, Payload payload) {
    return new Request(Method.PUT, "mill", key, CanonicalQuery.NONE, new TreeMap<>(), payload);
  }

  /// A payload that can be had once.
  private record Once(byte[] bytes, int broken) implements Payload {
    @Override
    public String hash() {
      return SigV4.UNSIGNED_PAYLOAD;
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(bytes, 0, broken);
      if (broken < bytes.length) {
        throw new PayloadException("broken off", new IOException("broken off"));
      }
    }
  }

  @Test
  void bytes_are_stored_whether_they_can_be_had_again_or_not() throws Exception {
    try (S3ProxyOrigin origin = S3ProxyOrigin.inMemory(scratch);
        S3Client client = client(origin)) {
      origin.createBucket("mill");
      Response stored = client.send(put("whole", Payload.of(CONTENT.clone())));
      assertThat(stored.headers()).containsKey("etag");
      client.send(put("once", new Once(CONTENT, CONTENT.length)));
      for (String key : new String[] {"whole", "once"}) {
        try (ObjectBody body = client.open("mill", key)) {
          assertThat(body.stream().readAllBytes()).isEqualTo(CONTENT);
        }
      }
    }
  }

  @Test
  void what_breaks_off_is_not_stored_and_said_to_be_the_payload_s_fault() throws Exception {
    try (S3ProxyOrigin origin = S3ProxyOrigin.inMemory(scratch);
        S3Client client = client(origin)) {
      origin.createBucket("mill");
      Once broken = new Once(CONTENT, CONTENT.length - 1);
      assertThatExceptionOfType(PayloadException.class)
          .isThrownBy(() -> client.send(put("broken", broken)));
      assertThatThrownBy(() -> client.head("mill", "broken"))
          .isInstanceOfSatisfying(S3Exception.class, e -> assertThat(e.status()).isEqualTo(404));
    }
  }

  @Test
  void a_payload_that_is_not_asked_for_is_sent_where_the_bucket_is() throws Exception {
    try (ScriptedServer server =
            ScriptedServer.start((head, client) -> {
              if (head.contains("/us-east-1/s3/")) {
                ScriptedServer.write(
                    client,
                    "",
                    "HTTP/1.1 301 Moved Permanently",
                    "x-amz-bucket-region: eu-west-1",
                    "Content-Length: 0");
                client.close();
                return;
              }
              client.getOutputStream().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1));
              ScriptedServer.write(
                  client, "", "HTTP/1.1 200 OK", "ETag: \"1\"", "Content-Length: 0");
            });
        S3Client client =
            new S3Client(
                S3Config.builder(server.endpoint(), "us-east-1")
                    .credentials(CredentialsSource.of(KEYS))
                    .build())) {
      assertThat(client.send(put("k", new Once(new byte[10], 10))).headers())
          .containsAllEntriesOf(Map.of("etag", "\"1\""));
      assertThat(server.heads().getFirst()).contains("Expect: 100-continue");
    }
  }

  private static S3Client client(S3ProxyOrigin origin) {
    return new S3Client(
        S3Config.builder(origin.http(), S3ProxyOrigin.REGION)
            .credentials(CredentialsSource.of(origin.credentials()))
            .build());
  }
}
