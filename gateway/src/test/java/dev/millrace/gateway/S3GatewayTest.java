package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.testing.S3ProxyOrigin;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/// A gateway in front of s3proxy, which demands SigV4.
class S3GatewayTest {
  @TempDir private static Path scratch;
  private static S3ProxyOrigin origin;
  private static TestGateway gateway;

  @BeforeAll
  static void start() throws IOException {
    Path keyring = TestGateway.keyring(scratch);
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    gateway =
        TestGateway.inFrontOf(
            origin.https(),
            origin.environment(),
            "origin-ca",
            origin.certificate().pem().toString(),
            "slice-size",
            "64KiB",
            "sealed-keys",
            keyring.toString(),
            "sealed-port",
            "0",
            "facts-time-to-live",
            "0s");
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    origin.close();
  }

  @Test
  void an_object_is_read_whole_and_by_range() throws Exception {
    byte[] content = new byte[300_000];
    new Random(3).nextBytes(content);
    origin.put("mill", "large", content);

    assertThat(gateway.get("/mill/large").body()).isEqualTo(content);
    HttpResponse<byte[]> part = gateway.get("/mill/large", "Range", "bytes=65535-200000");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(Arrays.copyOfRange(content, 65_535, 200_001));
  }

  @Test
  void the_metadata_of_an_object_comes_along() throws Exception {
    origin.put(
        PutObjectRequest.builder()
            .bucket("mill")
            .key("meta")
            .contentType("text/css")
            .cacheControl("max-age=60")
            .contentDisposition("inline")
            .metadata(Map.of("colour", "grey"))
            .build(),
        "body{}".getBytes(StandardCharsets.UTF_8));

    HttpResponse<byte[]> response = gateway.send("HEAD", "/mill/meta");
    assertThat(response.headers().firstValue("content-type")).contains("text/css");
    assertThat(response.headers().firstValue("cache-control")).contains("max-age=60");
    assertThat(response.headers().firstValue("content-disposition")).contains("inline");
    assertThat(response.headers().firstValue("x-amz-meta-colour")).contains("grey");
    assertThat(response.headers().firstValue("content-length")).contains("6");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void without_tls_the_user_s_metadata_does_not_come_along(String method) throws Exception {
    origin.put(
        PutObjectRequest.builder()
            .bucket("mill")
            .key("secret")
            .contentType("text/css")
            .metadata(Map.of("colour", "grey"))
            .build(),
        new byte[1]);

    HttpHeaders open =
        gateway
            .sendWithoutTls(method, "/mill/secret", "Accept-Encoding", "millrace-seal")
            .headers();
    assertThat(open.firstValue("content-type")).contains("text/css");
    assertThat(open.map().keySet()).noneMatch(name -> name.startsWith("x-amz-meta-"));
    HttpHeaders secure =
        gateway.send(method, "/mill/secret", "Accept-Encoding", "millrace-seal").headers();
    assertThat(secure.firstValue("x-amz-meta-colour")).contains("grey");
  }

  @Test
  void a_key_of_any_characters_reaches_the_origin_as_it_is() throws Exception {
    origin.put("mill", "ä b/+%?#&=~*'()!", new byte[] {42});
    assertThat(gateway.get("/mill/%C3%A4%20b/+%25%3F%23%26%3D~*'()!").body())
        .isEqualTo(new byte[] {42});
  }

  @Test
  void an_empty_object_is_empty() throws Exception {
    origin.put("mill", "empty", new byte[0]);
    HttpResponse<byte[]> response = gateway.get("/mill/empty");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void a_listing_is_the_origin_s() throws Exception {
    origin.put("mill", "list/one", new byte[1]);
    origin.put("mill", "list/two", new byte[2]);
    origin.put("mill", "list/sub/three", new byte[3]);
    String listing =
        new String(
            gateway.get("/mill?list-type=2&prefix=list%2F&delimiter=%2F").body(),
            StandardCharsets.UTF_8);
    assertThat(listing)
        .contains("<Key>list/one</Key>", "<Key>list/two</Key>", "<Prefix>list/sub/</Prefix>")
        .doesNotContain("three");
  }

  @Test
  void an_overwritten_object_is_served_in_its_new_version() throws Exception {
    origin.put("mill", "version", new byte[] {1});
    assertThat(gateway.get("/mill/version").body()).isEqualTo(new byte[] {1});
    origin.put("mill", "version", new byte[] {2, 2});
    assertThat(gateway.get("/mill/version").body()).isEqualTo(new byte[] {2, 2});
  }

  @Test
  void an_object_that_changes_behind_believed_facts_is_read_anew_not_mixed() throws Exception {
    byte[] first = filled(200_000, 1);
    byte[] second = filled(180_000, 2);
    try (TestGateway trusting = believingFactsForAnHour()) {
      origin.put("mill", "replaced", first);
      assertThat(trusting.get("/mill/replaced", "Range", "bytes=0-9").body())
          .isEqualTo(Arrays.copyOf(first, 10));
      origin.put("mill", "replaced", second);
      // The first slice of the old version is still held, the others cannot be had any more.
      assertThat(trusting.get("/mill/replaced", "Range", "bytes=150000-150009").body())
          .isEqualTo(Arrays.copyOf(second, 10));
      assertThat(trusting.get("/mill/replaced").body()).isEqualTo(second);
    }
  }

  @Test
  void an_answer_cut_short_by_a_change_is_followed_by_the_new_version() throws Exception {
    byte[] first = filled(200_000, 1);
    byte[] second = filled(180_000, 2);
    try (TestGateway trusting = believingFactsForAnHour()) {
      origin.put("mill", "cut", first);
      trusting.get("/mill/cut", "Range", "bytes=0-9");
      origin.put("mill", "cut", second);
      assertThatThrownBy(() -> trusting.get("/mill/cut")).isInstanceOf(IOException.class);
      assertThat(trusting.get("/mill/cut").body()).isEqualTo(second);
    }
  }

  @Test
  void what_the_origin_does_not_have_is_404() throws Exception {
    HttpResponse<byte[]> response = gateway.get("/mill/missing");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).asString().contains("<Code>NoSuchKey</Code>");
  }

  @Test
  void no_key_leads_out_of_the_bucket() throws Exception {
    origin.createBucket("secret");
    origin.put("secret", "key", new byte[] {1});
    for (String path : new String[] {"/mill/../secret/key", "/mill/%2e%2e/secret/key"}) {
      assertThat(gateway.get(path).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void wrong_credentials_are_access_denied() throws Exception {
    Map<String, String> wrong = new HashMap<>(origin.environment());
    wrong.put("AWS_SECRET_ACCESS_KEY", "wrong");
    try (TestGateway refused = TestGateway.inFrontOf(origin.http(), wrong)) {
      HttpResponse<byte[]> response = refused.get("/mill/any");
      assertThat(response.statusCode()).isEqualTo(403);
      assertThat(response.body()).asString().contains("<Code>AccessDenied</Code>");
    }
  }

  @Test
  void an_origin_with_an_unknown_certificate_is_a_bad_gateway() throws Exception {
    try (TestGateway wary =
        TestGateway.inFrontOf(origin.https(), origin.environment(), "attempts", "1")) {
      assertThat(wary.get("/mill/any").statusCode()).isEqualTo(502);
    }
  }

  private static TestGateway believingFactsForAnHour() throws IOException {
    return TestGateway.inFrontOf(
        origin.http(), origin.environment(), "slice-size", "64KiB", "facts-time-to-live", "1h");
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
