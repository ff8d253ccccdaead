package dev.millrace.s3.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.millrace.s3.checksum.PromisedChecksum.Unverifiable;
import dev.millrace.s3.checksum.PromisedChecksum.Verifiable;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromisedChecksumTest {
  private static final String SHA1 = "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=";
  private static final String SHA256 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";

  @Test
  void the_cheapest_of_several_is_taken() {
    Map<String, String> headers = new HashMap<>();
    headers.put("x-amz-checksum-type", "FULL_OBJECT");
    headers.put("x-amz-checksum-sha256", SHA256);
    assertThat(PromisedChecksum.in(headers))
        .isEqualTo(new Verifiable(DigestAlgorithm.SHA256, SHA256));

    headers.put("x-amz-checksum-sha1", SHA1);
    assertThat(PromisedChecksum.in(headers)).isEqualTo(new Verifiable(DigestAlgorithm.SHA1, SHA1));

    headers.put("x-amz-checksum-crc64nvme", "rosUhgp5mIg=");
    assertThat(PromisedChecksum.in(headers))
        .isEqualTo(new Verifiable(CrcAlgorithm.CRC64NVME, "rosUhgp5mIg="));

    headers.put("x-amz-checksum-crc32", "y/Q5Jg==");
    assertThat(PromisedChecksum.in(headers))
        .isEqualTo(new Verifiable(CrcAlgorithm.CRC32, "y/Q5Jg=="));

    headers.put("x-amz-checksum-crc32c", "4waSgw==");
    assertThat(PromisedChecksum.in(headers))
        .isEqualTo(new Verifiable(CrcAlgorithm.CRC32C, "4waSgw=="));
  }

  @Test
  void what_cannot_be_verified_does_not_hide_what_can() {
    Map<String, String> headers =
        Map.of("x-amz-checksum-crc32c", "4waSgw==-3", "x-amz-checksum-sha1", SHA1);

    assertThat(PromisedChecksum.in(headers)).isEqualTo(new Verifiable(DigestAlgorithm.SHA1, SHA1));
  }

  @ParameterizedTest
  @CsvSource({
    "4waSgw==-17, COMPOSITE, is of the parts' checksums",
    "4waSgw==-17, , is of the parts' checksums",
    "4waSgw==-17, FULL_OBJECT, is of the parts' checksums",
    "4waSgw==, COMPOSITE, is of the parts' checksums",
    "4waSgw==, HALF_OBJECT, unknown type",
    "4waSgw, FULL_OBJECT, ''",
    "'', , not 4 bytes",
    "4waS, , not 4 bytes",
    "rosUhgp5mIg=, , not 4 bytes",
    "e306 9283, , not in base64"
  })
  void what_cannot_be_verified_says_why(String value, String type, String reason) {
    Map<String, String> headers = new HashMap<>();
    headers.put("x-amz-checksum-crc32c", value);
    if (type != null) {
      headers.put("x-amz-checksum-type", type);
    }
    PromisedChecksum promise = PromisedChecksum.in(headers);

    if (reason.isEmpty()) {
      assertThat(promise).isEqualTo(new Verifiable(CrcAlgorithm.CRC32C, "4waSgw=="));
    } else {
      assertThat(promise)
          .asInstanceOf(type(Unverifiable.class))
          .extracting(Unverifiable::reason)
          .asString()
          .contains("x-amz-checksum-crc32c", reason);
    }
  }

  @Test
  void no_checksum_is_no_promise() {
    assertThat(PromisedChecksum.in(Map.of("etag", "\"4waSgw==\"")))
        .isEqualTo(new Unverifiable("the service gives no checksum"));
  }

  @Test
  void an_answer_about_a_part_promises_nothing_of_the_whole() {
    Map<String, String> headers =
        Map.of("content-range", "bytes 0-8/9", "x-amz-checksum-crc32c", "4waSgw==");

    assertThat(PromisedChecksum.in(headers))
        .isEqualTo(new Unverifiable("the answer is about a part of the object"));
  }
}
