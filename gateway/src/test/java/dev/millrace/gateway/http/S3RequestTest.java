package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.origin.ObjectName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class S3RequestTest {
  private static S3Request read(String bucket, String key) {
    return new S3Request.ReadObject(new ObjectName(bucket, key), new TreeMap<>());
  }

  @Property
  void any_key_comes_through_its_encoding(@ForAll @NotEmpty @StringLength(max = 200) String key)
      throws S3Error {
    Assume.that(key.indexOf('\0') < 0);
    byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
    String encoded =
        URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
    assertThat(S3Request.of("GET", "/bucket/" + encoded, ""))
        .isEqualTo(read("bucket", new String(utf8, StandardCharsets.UTF_8)));
  }

  @Test
  void a_key_has_no_zero_octet() {
    assertRefused("GET", "/b/a%00b", "", "InvalidURI");
  }

  @Test
  void slashes_dots_and_plus_signs_of_a_key_are_its_own() throws S3Error {
    assertThat(S3Request.of("GET", "/b//a/../b/./c+d/", "")).isEqualTo(read("b", "/a/../b/./c+d/"));
  }

  @Test
  void a_bucket_is_listed_with_or_without_a_slash() throws S3Error {
    for (String path : List.of("/b", "/b/")) {
      assertThat(S3Request.of("GET", path, "list-type=2&prefix=a%2Fb+c"))
          .isInstanceOfSatisfying(
              S3Request.ListObjects.class,
              list -> {
                assertThat(list.bucket()).isEqualTo("b");
                assertThat(list.query())
                    .containsExactlyEntriesOf(
                        new TreeMap<>(Map.of("list-type", "2", "prefix", "a/b c")));
              });
    }
  }

  @Test
  void the_root_lists_the_buckets() throws S3Error {
    assertThat(S3Request.of("GET", "/", "")).isEqualTo(new S3Request.ListBuckets());
  }

  @Test
  void signatures_and_operation_names_in_the_query_change_nothing() throws S3Error {
    assertThat(S3Request.of("GET", "/b/k", "X-Amz-Signature=0f&x-id=GetObject&x-amz-date=20261121"))
        .isEqualTo(read("b", "k"));
  }

  @Test
  void an_answer_can_be_told_what_to_say() throws S3Error {
    assertThat(
            S3Request.of(
                "GET", "/b/k", "response-content-type=text%2Fcsv&response-cache-control=no-cache"))
        .isEqualTo(
            new S3Request.ReadObject(
                new ObjectName("b", "k"),
                new TreeMap<>(Map.of("content-type", "text/csv", "cache-control", "no-cache"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%0d%0aset-cookie:%20b", "%00", "%7f", "%C3%BC"})
  void an_answer_cannot_be_told_to_say_more_than_a_header(String value) {
    assertRefused("GET", "/b/k", "response-content-type=" + value, "InvalidArgument");
  }

  @ParameterizedTest
  @ValueSource(strings = {"versionId=1", "partNumber=2", "acl", "response-etag=x"})
  void a_parameter_that_would_change_the_answer_is_refused(String query) {
    assertRefused("GET", "/b/k", query, "NotImplemented");
  }

  @Test
  void the_first_version_of_listing_is_refused() {
    assertRefused("GET", "/b", "prefix=a", "NotImplemented");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/b/%", "/b/%4", "/b/%zz", "/b/%ff", "/b/%c0%af", "/b/%ed%a0%80"})
  void a_path_that_is_not_percent_encoded_utf8_is_refused(String path) {
    assertRefused("GET", path, "", "InvalidURI");
  }

  @Test
  void a_path_must_begin_with_a_slash() {
    assertRefused("GET", "*", "", "InvalidURI");
    assertRefused("GET", "", "", "InvalidURI");
  }

  @Test
  void a_key_has_at_most_1024_bytes() throws S3Error {
    String longest = "é".repeat(512);
    String encoded = "%C3%A9".repeat(512);
    assertThat(S3Request.of("GET", "/b/" + encoded, "")).isEqualTo(read("b", longest));
    assertRefused("GET", "/b/" + encoded + "x", "", "KeyTooLongError");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "get"})
  void other_methods_are_not_allowed(String method) {
    assertRefused(method, "/b/k", "", "MethodNotAllowed");
  }

  @Test
  void a_parameter_may_be_there_once() {
    assertRefused("GET", "/b", "list-type=2&prefix=a&prefix=b", "InvalidArgument");
  }

  private static void assertRefused(String method, String path, String query, String code) {
    assertThatThrownBy(() -> S3Request.of(method, path, query))
        .isInstanceOfSatisfying(
            S3Error.class,
            error ->
                assertThat(new String(error.toXml(path, "1"), StandardCharsets.UTF_8))
                    .contains("<Code>" + code + "</Code>"));
  }
}
