package dev.millrace.tls.record;

import static dev.millrace.tls.record.RecordProtectionTest.assertMisbehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecordsTest {
  @Test
  void a_record_is_as_long_as_its_header_says() throws Exception {
    assertThat(length(22, 3, 3, 0x01, 0x02, 99)).isEqualTo(5 + 0x102);
    assertThat(length(20, 3, 0, 0, 0)).isEqualTo(5);
    assertThat(length(23, 3, 255, 0x40, 0)).isEqualTo(5 + Records.MAX_PLAINTEXT);
  }

  @Test
  void a_header_that_is_not_there_yet_says_nothing() throws Exception {
    int[] header = {22, 3, 1, 0, 1};
    for (int there = 0; there < header.length; there++) {
      assertThat(length(Arrays.copyOf(header, there))).isEqualTo(-1);
    }
  }

  @Test
  void the_buffer_stays_where_it_was() throws Exception {
    ByteBuffer src = ByteBuffer.wrap(new byte[] {9, 9, 22, 3, 1, 0, 1, 7, 9});
    src.position(2).limit(8);
    assertThat(Records.recordLength(src, Records.MAX_PLAINTEXT)).isEqualTo(6);
    assertThat(src.position()).isEqualTo(2);
    assertThat(src.remaining()).isEqualTo(6);
  }

  @Test
  void the_first_byte_is_enough_to_refuse_another_protocol() {
    byte[] get = "GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII);
    for (int there = 1; there <= get.length; there++) {
      ByteBuffer src = ByteBuffer.wrap(get, 0, there);
      assertMisbehaviour(
          Misbehaviour.NOT_TLS, () -> Records.recordLength(src, Records.MAX_PLAINTEXT));
    }
  }

  @Test
  void every_type_that_is_not_known_is_refused() throws Exception {
    for (int type = 0; type < 256; type++) {
      int code = type;
      if (type >= 20 && type <= 23) {
        assertThat(length(code)).isEqualTo(-1);
        assertThat(Records.outerType(new byte[] {0, (byte) type}, 1).code()).isEqualTo(type);
      } else {
        assertMisbehaviour(Misbehaviour.NOT_TLS, () -> length(code));
        assertMisbehaviour(
            Misbehaviour.NOT_TLS, () -> Records.outerType(new byte[] {(byte) code}, 0));
      }
    }
  }

  @Test
  void another_major_version_is_refused_by_the_second_byte() {
    assertMisbehaviour(Misbehaviour.WRONG_RECORD_VERSION, () -> length(22, 2));
    assertMisbehaviour(Misbehaviour.WRONG_RECORD_VERSION, () -> length(22, 4, 3, 0, 1));
  }

  @Test
  void a_length_beyond_the_limit_is_refused_before_the_bytes_are_there() {
    assertMisbehaviour(Misbehaviour.RECORD_TOO_LARGE, () -> length(22, 3, 3, 0x40, 1));
    assertMisbehaviour(Misbehaviour.RECORD_TOO_LARGE, () -> length(22, 3, 3, 0xFF, 0xFF));
  }

  private static int length(int... bytes) throws PeerMisbehaved {
    ByteBuffer src = ByteBuffer.allocate(bytes.length);
    for (int b : bytes) {
      src.put((byte) b);
    }
    return Records.recordLength(src.flip(), Records.MAX_PLAINTEXT);
  }
}
