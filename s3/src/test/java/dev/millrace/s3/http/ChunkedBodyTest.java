package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedBodyTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n";

  @Test
  void chunks_are_put_together() throws IOException {
    Parsed answer = Parsed.of(HEAD + "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.reusable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5;a=b\r\nhello\r\n0;c\r\n\r\n",
        "5 ; a=\"b c\"\r\nhello\r\n0\r\n\r\n",
        "5  \r\nhello\r\n0\r\n\r\n",
        "00005\r\nhello\r\n000\r\n\r\n",
        "A\r\nhellohello\r\na\r\nhellohello\r\n0\r\n\r\n",
      })
  void sizes_are_hexadecimal_and_extensions_are_passed_over(String chunks) throws IOException {
    assertThat(Parsed.of(HEAD + chunks).body()).startsWith("hello");
  }

  @Test
  void trailers_are_given_and_bounded() throws IOException {
    Parsed answer = Parsed.of(HEAD + "0\r\nx-checksum: abc\r\nB: c\r\n\r\n");
    assertThat(answer.trailers()).contains("name=x-checksum, value=abc]").contains("name=B");
    assertThat(answer.reusable()).isTrue();
    refused("0\r\n" + "A: b\r\n".repeat(ResponseHead.MOST_HEADERS + 1) + "\r\n");
    refused("0\r\nA : b\r\n\r\n");
    refused("0\r\nA: b\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\nhello\r\n0\r\n\r\n",
        "-5\r\nhello\r\n0\r\n\r\n",
        "+5\r\nhello\r\n0\r\n\r\n",
        "0x5\r\nhello\r\n0\r\n\r\n",
        " 5\r\nhello\r\n0\r\n\r\n",
        "g\r\nhello\r\n0\r\n\r\n",
        "5,\r\nhello\r\n0\r\n\r\n",
        "5 5\r\nhello\r\n0\r\n\r\n",
        "5\nhello\r\n0\r\n\r\n",
        "5\r\nhello\n0\r\n\r\n",
        "5\r\nhello0\r\n\r\n",
        "5\r\nhello!\r\n0\r\n\r\n",
        "4\r\nhello\r\n0\r\n\r\n",
        "5;a\rb\r\nhello\r\n0\r\n\r\n",
        "5;a\0b\r\nhello\r\n0\r\n\r\n",
        "5\r\nhello\r\n0\r\n\n",
        "ffffffffffffffff\r\nhello",
        "8000000000000000\r\nhello",
        "0000000000000005\r\nhello\r\n0\r\n\r\n",
        "\u00b2\r\nhe\r\n0\r\n\r\n",
      })
  void malformed_chunks_are_refused(String chunks) {
    refused(chunks);
  }

  @Test
  void a_line_that_has_no_end_is_refused() {
    refused("5;" + "a".repeat(Input.LONGEST_LINE));
    refused("0".repeat(Input.LONGEST_LINE + 2));
  }

  @Test
  void a_body_that_ends_early_is_refused_wherever_it_is_cut() {
    String answer = HEAD + "3;a\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n";
    for (int i = HEAD.length(); i < answer.length(); i++) {
      String cut = answer.substring(0, i);
      assertThatThrownBy(() -> Parsed.of(cut))
          .as("after %d", i)
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("ended before its last chunk");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 100", "2, 3", "7, 1", "7, 5000", "1000, 1"})
  void it_does_not_matter_how_it_comes_and_how_it_is_read(int piece, int room) throws IOException {
    String content = "0123456789abcdef".repeat(100);
    String answer = HEAD + "640;x\r\n" + content + "\r\n1\r\n!\r\n0\r\nA: b\r\n\r\n";
    List<byte[]> pieces = Parsed.cut(answer, piece);
    assertThat(Parsed.of(Fetch.GET, pieces, room)).isEqualTo(Parsed.of(answer));
    assertThat(Parsed.of(answer).body()).isEqualTo(content + "!");
  }

  private static void refused(String chunks) {
    assertThatThrownBy(() -> Parsed.of(HEAD + chunks)).isInstanceOf(ProtocolException.class);
  }
}
