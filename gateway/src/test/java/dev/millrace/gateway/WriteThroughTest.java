package dev.millrace.gateway;

import static dev.millrace.gateway.WritableMill.LARGE;
import static dev.millrace.gateway.WritableMill.SMALL;
import static dev.millrace.gateway.WritableMill.WRITER;
import static dev.millrace.gateway.WritableMill.bytes;
import static dev.millrace.gateway.WritableMill.refused;
import static dev.millrace.gateway.WritableMill.sha256;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.testing.ScriptedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/// What may be written through a gateway to s3proxy, by whom, and what becomes of it.
@Timeout(120)
class WriteThroughTest {
  @RegisterExtension static final WritableMill mill = new WritableMill();

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void what_is_stored_is_read_at_once_over_any_version(HttpClient.Version version)
      throws Exception {
    String key = "in/" + version;
    mill.misses(key);
    try (HttpClient client =
        HttpClient.newBuilder().version(version).sslContext(TestGateway.trust()).build()) {
      for (int size : new int[] {LARGE, SMALL, 0}) {
        byte[] bytes = bytes(size);
        HttpResponse<String> answer = mill.put(key).body(bytes, sha256(bytes)).send(client);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.headers().firstValue("etag")).isPresent();
        mill.holds(key, bytes);
      }
      assertThat(mill.write("DELETE", "/mill/" + key).send(client).statusCode()).isEqualTo(204);
      mill.misses(key);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "x-amz-acl, public-read",
    "x-amz-tagging, a=b",
    "x-amz-server-side-encryption-customer-algorithm, AES256",
    "x-amz-object-lock-mode, GOVERNANCE",
    "x-amz-copy-source, /mill/in/k?versionId=1",
  })
  void what_cannot_be_passed_on_as_it_is_meant_is_refused(String name, String value)
      throws Exception {
    refused(mill.put("in/refused").with(name, value).send(), 501, "NotImplemented");
    mill.misses("in/refused");
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, in/k?tagging",
    "PUT, in/k?acl",
    "PUT, in/k?partNumber=1",
    "PUT, in/k?x-amz-acl=public-read",
    "DELETE, in/k?versionId=1",
    "DELETE, ''",
    "PUT, ''",
    "POST, in/k",
    "POST, in/k?restore",
  })
  void other_operations_are_refused(String method, String target) throws Exception {
    refused(mill.write(method, "/mill/" + target).send(), 501, "NotImplemented");
  }

  @Test
  void who_may_not_write_a_key_does_not_whatever_the_way() throws Exception {
    String upload = "?uploadId=x";
    for (SignedWrite write :
        new SignedWrite[] {
          mill.put("out/k"),
          mill.put("out/k?partNumber=1&uploadId=x"),
          mill.put("out/k").with("x-amz-copy-source", "mill/in/k"),
          mill.write("DELETE", "/mill/out/k"),
          mill.write("DELETE", "/mill/out/k" + upload),
          mill.write("GET", "/mill/out/k" + upload),
          mill.write("POST", "/mill/out/k" + upload),
          mill.write("POST", "/mill/out/k?uploads"),
          mill.write("GET", "/mill?uploads"),
          mill.put("in/k").with("x-amz-copy-source", "/mill/out/k"),
          new SignedWrite(mill.gateway(), WRITER, "PUT", "/other/in/k"),
        }) {
      refused(write.send(), 403, "AccessDenied");
    }
    assertThat(mill.gateway().send("PUT", "/mill/in/k").statusCode()).isEqualTo(403);
    assertThat(mill.gateway().send("DELETE", "/mill/in/k").statusCode()).isEqualTo(403);
  }

  @Test
  void a_copy_is_made_of_what_may_be_read() throws Exception {
    mill.origin().put("mill", "in/from", bytes(SMALL));
    HttpResponse<String> copied =
        mill.put("in/to").with("x-amz-copy-source", "/mill/in/from").send();
    assertThat(copied.body()).contains("<CopyObjectResult");
    mill.holds("in/to", bytes(SMALL));
  }

  @Test
  void an_object_in_parts_is_told_of_by_the_name_that_the_client_knows() throws Exception {
    byte[] bytes = bytes(LARGE);
    String begun = mill.write("POST", "/mill/in/parts?uploads").send().body();
    Matcher id = Pattern.compile("<UploadId>(.*)</UploadId>").matcher(begun);
    assertThat(id.find()).as(begun).isTrue();
    String part = "/mill/in/parts?partNumber=1&uploadId=" + id.group(1);
    HttpResponse<String> stored = mill.write("PUT", part).body(bytes, sha256(bytes)).send();
    String etag = stored.headers().firstValue("etag").orElseThrow();
    mill.misses("in/parts");
    byte[] list =
        ("<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"
                + etag.replace("\"", "&quot;")
                + "</ETag></Part></CompleteMultipartUpload>")
            .getBytes(UTF_8);
    assertThat(
            mill.write("POST", "/mill/in/parts?uploadId=" + id.group(1))
                .body(list, sha256(list))
                .send()
                .body())
        .contains("<Location>" + mill.gateway().url("/mill/in/parts") + "</Location>");
    mill.holds("in/parts", bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<!DOCTYPE a [<!ENTITY k 'in/k'>]><Delete><Object><Key>&k;</Key></Object></Delete>",
        "<Delete></Delete>",
        "<Delete><Object></Object></Delete>",
        "<Delete><Object><Key>in/k</Key></Object>",
        "<Other><Object><Key>in/k</Key></Object></Other>",
        "no XML",
      })
  void a_document_that_is_none_deletes_nothing(String document) throws Exception {
    mill.origin().put("mill", "in/k", bytes(SMALL));
    byte[] body = document.getBytes(UTF_8);
    refused(
        mill.write("POST", "/mill?delete").body(body, sha256(body)).send(), 400, "MalformedXML");
    byte[] right = "<Delete><Object><Key>in/k</Key></Object></Delete>".getBytes(UTF_8);
    refused(
        mill.write("POST", "/mill?delete")
            .with("content-md5", "1B2M2Y8AsgTpgAmY7PhCfg==")
            .body(right, sha256(right))
            .send(),
        400,
        "BadDigest");
    mill.holds("in/k", bytes(SMALL));
  }

  @Test
  void more_than_a_thousand_keys_are_not_deleted() throws Exception {
    String object = "<Object><Key>in/k</Key></Object>";
    byte[] most = ("<Delete>" + object.repeat(1_000) + "</Delete>").getBytes(UTF_8);
    byte[] more = ("<Delete>" + object.repeat(1_001) + "</Delete>").getBytes(UTF_8);
    assertThat(mill.write("POST", "/mill?delete").body(most, sha256(most)).send().statusCode())
        .isEqualTo(200);
    refused(
        mill.write("POST", "/mill?delete").body(more, sha256(more)).send(), 400, "MalformedXML");
    byte[] large = bytes((4 << 20) + 1);
    refused(
        mill.write("POST", "/mill?delete").body(large, sha256(large)).send(),
        400,
        "MaxMessageLengthExceeded");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, SMALL, LARGE})
  void the_aws_sdk_for_java_stores_objects(int size) throws Exception {
    TrustManager[] trust = TrustAnchors.trustManagers(TestGateway.authority());
    AwsBasicCredentials keys =
        AwsBasicCredentials.create(WRITER.accessKeyId(), WRITER.secretAccessKey());
    try (S3Client sdk =
        S3Client.builder()
            .endpointOverride(URI.create(mill.gateway().url("")))
            .region(Region.US_EAST_1)
            .forcePathStyle(true)
            .credentialsProvider(StaticCredentialsProvider.create(keys))
            .httpClient(
                UrlConnectionHttpClient.builder().tlsTrustManagersProvider(() -> trust).build())
            .build()) {
      sdk.putObject(put -> put.bucket("mill").key("in/sdk"), RequestBody.fromBytes(bytes(size)));
      mill.holds("in/sdk", bytes(size));
      sdk.deleteObject(deletion -> deletion.bucket("mill").key("in/sdk"));
      mill.misses("in/sdk");
    }
  }

  @Test
  void without_an_access_file_this_machine_may_write_but_no_page_in_its_browser() throws Exception {
    try (TestGateway open = mill.another("facts-time-to-live", "0s")) {
      String[] page = {"Origin", "https://example.com"};
      assertThat(open.send("DELETE", "/mill/any", page).statusCode()).isEqualTo(403);
      assertThat(open.send("DELETE", "/mill/any").statusCode()).isEqualTo(204);
    }
  }

  @Test
  void an_origin_that_breaks_off_is_a_bad_gateway_and_nothing_is_believed_any_more()
      throws Exception {
    try (ScriptedServer broken =
            ScriptedServer.start((head, client) -> {
              if (head.startsWith("PUT")) {
                client.getInputStream().readNBytes(70_000);
                client.close();
                return;
              }
              ScriptedServer.write(
                  client,
                  "",
                  "HTTP/1.1 200 OK",
                  "Content-Length: 0",
                  "ETag: \"1\"",
                  "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
            });
        TestGateway writable =
            TestGateway.inFrontOf(
                broken.endpoint(),
                mill.origin().environment(),
                "write-through",
                "on",
                "facts-time-to-live",
                "1h")) {
      assertThat(writable.get("/mill/k").statusCode()).isEqualTo(200);
      byte[] bytes = bytes(LARGE);
      HttpResponse<String> answer =
          new SignedWrite(writable, WRITER, "PUT", "/mill/k").body(bytes, sha256(bytes)).send();
      refused(answer, 502, "InternalError");
      int before = broken.heads().size();
      assertThat(writable.get("/mill/k").statusCode()).isEqualTo(200);
      assertThat(broken.heads()).hasSize(before + 1);
    }
  }
}
