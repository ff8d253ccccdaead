package dev.millrace.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.sign.UnsignedRequest;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
  private static Location location(String endpoint) {
    return Location.of(S3Config.builder(URI.create(endpoint), "eu-west-1").build());
  }

  private static Location location(String endpoint, Addressing addressing) {
    return Location.of(
        S3Config.builder(URI.create(endpoint), "eu-west-1").addressing(addressing).build());
  }

  private static String url(Location location, String bucket, String key) {
    UnsignedRequest request = location.unsigned(Request.ofObject(Request.Method.GET, bucket, key));
    assertThat(location.origin(bucket)).endsWith("://" + request.host());
    return location.origin(bucket) + request.path();
  }

  @ParameterizedTest
  @CsvSource({
    "https://s3.eu-west-1.amazonaws.com, grain, https://grain.s3.eu-west-1.amazonaws.com/a/b%20c",
    "https://s3.amazonaws.com, grain, https://grain.s3.amazonaws.com/a/b%20c",
    "https://s3.cn-north-1.amazonaws.com.cn, g-1, https://g-1.s3.cn-north-1.amazonaws.com.cn/a/b%20c",
    "http://127.0.0.1:9000, grain, http://127.0.0.1:9000/grain/a/b%20c",
    "http://[::1]:9000, grain, http://[::1]:9000/grain/a/b%20c",
    "https://[2001:db8::1], grain, https://[2001:db8::1]/grain/a/b%20c",
    "HTTPS://Minio.Example:443/, grain, https://minio.example/grain/a/b%20c",
    "http://minio.example:80, grain, http://minio.example/grain/a/b%20c",
    "http://amazonaws.com.example, grain, http://amazonaws.com.example/grain/a/b%20c"
  })
  void objects_are_where_the_endpoint_has_them(String endpoint, String bucket, String url) {
    assertThat(url(location(endpoint), bucket, "a/b c")).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gr.ain", "Grain", "gr_ain", "-grain", "grain-", "ab"})
  void a_bucket_that_is_no_part_of_a_name_is_in_the_path(String bucket) {
    Location location = location("https://s3.eu-west-1.amazonaws.com");
    if (bucket.startsWith("-")) {
      assertThatThrownBy(() -> url(location, bucket, "k"))
          .isInstanceOf(IllegalArgumentException.class);
    } else {
      assertThat(url(location, bucket, "k"))
          .isEqualTo("https://s3.eu-west-1.amazonaws.com/" + bucket + "/k");
    }
  }

  @Test
  void where_the_bucket_stands_can_be_said() {
    assertThat(url(location("https://minio.example:9000", Addressing.VIRTUAL_HOST), "grain", "k"))
        .isEqualTo("https://grain.minio.example:9000/k");
    assertThat(url(location("https://s3.amazonaws.com", Addressing.PATH), "grain", "k"))
        .isEqualTo("https://s3.amazonaws.com/grain/k");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://[::1]:9000", "http://127.0.0.1:9000"})
  void an_address_has_no_names_below_it(String endpoint) {
    assertThat(url(location(endpoint, Addressing.VIRTUAL_HOST), "grain", "k"))
        .isEqualTo(endpoint + "/grain/k");
  }

  @Test
  void the_bucket_itself_has_no_key() {
    Request request = Request.ofBucket(Request.Method.GET, "grain", Map.of("list-type", "2"));
    assertThat(location("http://127.0.0.1:9000").unsigned(request).path()).isEqualTo("/grain");
    assertThat(location("https://s3.amazonaws.com").unsigned(request).path()).isEqualTo("/");
  }

  @Test
  void another_region_of_amazons_has_its_own_endpoint() {
    Location amazon = location("https://s3.eu-west-1.amazonaws.com");
    assertThat(url(amazon.inRegion("us-east-2"), "grain", "k"))
        .isEqualTo("https://grain.s3.us-east-2.amazonaws.com/k");
    assertThat(url(amazon.inRegion("cn-north-1"), "grain", "k"))
        .isEqualTo("https://grain.s3.cn-north-1.amazonaws.com.cn/k");
    assertThat(amazon.inRegion("us-east-2").region()).isEqualTo("us-east-2");
  }

  @Test
  void another_region_of_others_is_at_the_same_endpoint() {
    Location other = location("http://[::1]:9000").inRegion("us-east-2");
    assertThat(other.region()).isEqualTo("us-east-2");
    assertThat(url(other, "grain", "k")).isEqualTo("http://[::1]:9000/grain/k");
  }
}
