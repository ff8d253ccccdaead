package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.helidon.http.http2.Http2Exception;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FrameBudgetTest {
  private static final int PING = 6;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int CONTINUATION = 9;
  private static final int DATA = 0;
  private static final int WINDOW_UPDATE = 8;

  private final AtomicLong time = new AtomicLong();
  private final FrameBudget budget = new FrameBudget(time::get);

  @BeforeEach
  void preface() {
    budget.spend(new byte[24]);
  }

  @Test
  void a_thousand_frames_a_second_may_be_about_nothing() {
    for (int second = 0; second < 3; second++) {
      for (int i = 0; i < 1000; i++) {
        budget.spend(frame(PING, 0, 8));
      }
      time.addAndGet(Duration.ofSeconds(1).toNanos());
    }
  }

  @Test
  void a_stream_is_open_until_its_client_ends_it_in_whatever_way() {
    budget.spend(frame(HEADERS, 1, 0));
    assertThat(budget.isOpen(1)).isFalse();
    for (int type : new int[] {DATA, HEADERS, RST_STREAM}) {
      budget.spend(frame(HEADERS, 0, 0));
      budget.spend(frame(DATA, 0, 100));
      assertThat(budget.isOpen(1)).isTrue();
      budget.spend(frame(type, 1, 0));
      assertThat(budget.isOpen(1)).isFalse();
    }
  }

  @Test
  void and_not_one_more() {
    for (int i = 0; i < 1000; i++) {
      budget.spend(frame(PING, 0, 8));
    }
    assertThatExceptionOfType(Http2Exception.class)
        .isThrownBy(() -> budget.spend(frame(PING, 0, 8)));
  }

  @Test
  void bodies_and_windows_cost_nothing() {
    assertThatCode(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                budget.spend(frame(DATA, 0, 1000));
                budget.spend(frame(DATA, 1, 0));
                budget.spend(frame(WINDOW_UPDATE, 0, 4));
              }
            })
        .doesNotThrowAnyException();
  }

  @Test
  void a_frame_is_seen_however_it_is_cut() {
    for (int i = 0; i < 1000; i++) {
      for (byte octet : frame(PING, 0, 8)) {
        budget.spend(new byte[] {octet});
      }
    }
    assertThatExceptionOfType(Http2Exception.class)
        .isThrownBy(() -> budget.spend(frame(PING, 0, 8)));
  }

  @Test
  void a_field_is_one_whether_it_is_an_index_or_spelled_out() {
    FieldCount count = new FieldCount();
    byte[] block =
        HexFormat.ofDelimiter(" ")
            .parseHex(
                // An index; one of two octets; a size of the table; names and values by index and
                // in full, of no length, of a few octets, and of 130.
                "82 ff 01 3f e1 1f 41 01 68 04 00 00 01 61 02 62 63 10 00 00 0f 02 01 78 00 01 61 7f 03"
                    + " 80".repeat(130)
                    + " 82");
    for (byte octet : block) {
      count.add(octet);
    }
    assertThat(count.fields()).isEqualTo(10);
  }

  @Test
  void more_fields_than_a_request_needs_are_too_much_in_one_piece_and_in_two() {
    for (int pieces = 1; pieces <= 2; pieces++) {
      int length = 600 / pieces;
      byte[] first = frame(HEADERS, 0, length);
      byte[] second = frame(CONTINUATION, 0, length);
      Arrays.fill(first, 9, first.length, (byte) 0x82);
      Arrays.fill(second, 9, second.length, (byte) 0x82);
      assertThatExceptionOfType(Http2Exception.class)
          .isThrownBy(() -> {
            budget.spend(first);
            budget.spend(second);
          });
    }
  }

  @Test
  void the_next_block_starts_anew_and_padding_of_any_length_is_no_reason() {
    byte[] padded = frame(HEADERS, 8, 100 + 256);
    padded[9] = (byte) 255;
    Arrays.fill(padded, 10, 110, (byte) 0x82);
    assertThatCode(
            () -> {
              for (int i = 0; i < 100; i++) {
                budget.spend(padded);
              }
            })
        .doesNotThrowAnyException();
  }

  @Test
  void lines_without_an_empty_one_between_are_bounded_too() {
    LineBudget lines = new LineBudget();
    byte[] head = ("x:\r\n".repeat(128) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 10; i++) {
      lines.spend(head);
    }
    byte[] longer = "x:\r\n".repeat(129).getBytes(StandardCharsets.US_ASCII);
    assertThatIllegalStateException().isThrownBy(() -> lines.spend(longer));
  }

  @Test
  void the_lines_of_a_body_are_its_own() {
    String body = "x:\n".repeat(500);
    byte[] octets =
        ("PUT / HTTP/1.1\r\ncontent-length: " + body.length() + "\r\n\r\n" + body)
            .getBytes(StandardCharsets.US_ASCII);
    LineBudget atOnce = new LineBudget();
    LineBudget singly = new LineBudget();
    assertThatCode(
            () -> {
              for (int i = 0; i < 3; i++) {
                atOnce.spend(octets);
                for (byte octet : octets) {
                  singly.spend(new byte[] {octet});
                }
              }
            })
        .doesNotThrowAnyException();
    byte[] head = "x:\r\n".repeat(129).getBytes(StandardCharsets.US_ASCII);
    assertThatIllegalStateException().isThrownBy(() -> atOnce.spend(head));
    assertThatIllegalStateException().isThrownBy(() -> singly.spend(head));
  }

  @Test
  void after_a_chunk_that_is_too_large_or_none_nothing_may_come() {
    String head = "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (String body : new String[] {"100001\r\n", "5junk\r\n", "5\n", "-5\r\n", "5;a=b\r\n"}) {
      LineBudget lines = new LineBudget();
      lines.spend((head + body).getBytes(StandardCharsets.US_ASCII));
      assertThatIllegalStateException().isThrownBy(() -> lines.spend(new byte[1]));
    }
    LineBudget lines = new LineBudget();
    byte[] many =
        (head + "3\r\n\n\n\n\r\n".repeat(500) + "0\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    for (byte octet : many) {
      lines.spend(new byte[] {octet});
    }
    lines.spend(many);
    byte[] longer = "x:\r\n".repeat(129).getBytes(StandardCharsets.US_ASCII);
    assertThatIllegalStateException().isThrownBy(() -> lines.spend(longer));
  }

  private static byte[] frame(int type, int flags, int length) {
    return ByteBuffer.allocate(9 + length)
        .putInt((length << 8) | type)
        .put((byte) flags)
        .putInt(1)
        .array();
  }
}
