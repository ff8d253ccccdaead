package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The settings of where objects come from.
class OriginSettingsTest extends ReadSettings {
  @ParameterizedTest
  @CsvSource({
    "AWS_REGION, eu-west-1, https://s3.eu-west-1.amazonaws.com",
    "AWS_DEFAULT_REGION, cn-north-1, https://s3.cn-north-1.amazonaws.com.cn",
    "OTHER, any, https://s3.us-east-1.amazonaws.com"
  })
  void an_s3_origin_is_that_of_the_aws_region(String variable, String region, URI endpoint) {
    environment.put(variable, region);
    flags.put("origin", "s3://bucket");
    assertThat(((OriginLocation.S3) read().origin()).endpoint()).isEqualTo(endpoint);
  }

  @Test
  void a_bucket_is_served_under_its_own_name() {
    flags.put("origin", "s3://one");
    flags.put("bucket", "another");
    assertRefused("bucket cannot be \"another\"", "is served under its own name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://host",
        "https://",
        "https://host/path",
        "https://host?q",
        "https://u@host",
        "host",
        "https://host:99999",
        "https://host:0",
        "https://a b",
        "https://host#f"
      })
  void an_endpoint_is_a_scheme_and_an_authority(String url) {
    flags.put("origin", "s3://bucket");
    flags.put("endpoint", url);
    assertRefused("endpoint cannot be \"" + url + "\"", "allowed is an http or https URL");
  }

  @Test
  void certificates_of_an_origin_need_https() {
    flags.put("origin", "s3://bucket");
    flags.put("endpoint", "http://localhost:9000");
    flags.put("origin-ca", "some.pem");
    assertRefused("origin-ca cannot be", "the endpoint http://localhost:9000 is not an https URL");
  }

  @Test
  void a_folder_whose_name_is_no_bucket_needs_one() throws IOException {
    var data = Files.createDirectories(folder.resolve("My Data"));
    flags.put("origin", "My Data");
    assertRefused("the folder's name \"My Data\" cannot be one; give --bucket NAME");
    flags.put("bucket", "my-data");
    assertThat(read().origin()).isEqualTo(new OriginLocation.Folder("my-data", data));
  }

  @Test
  void outside_a_checkout_an_origin_is_needed() {
    assertThatThrownBy(() ->
            Settings.read(
                null,
                flags,
                new Surroundings(Map.of(), folder, folder, null, 1L << 30, 4L << 30, 1L << 20)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("give --origin FOLDER, or --origin s3://BUCKET");
  }
}
