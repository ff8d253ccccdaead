package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which answers are taken, and which are refused since others might understand them differently.
class AnswerParsingTest {
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  @Test
  void an_answer_of_a_known_length_is_read_to_its_end() throws IOException {
    Parsed answer = Parsed.of(OK + "Content-Length: 5\r\nETag:\t \"a\" \r\n\r\nhello");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.reason()).isEqualTo("OK");
    assertThat(answer.headers()).contains("name=ETag, value=\"a\"]");
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.reusable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 200\r\n", "HTTP/1.1 200 \r\n", "HTTP/1.1 200 all \t well\r\n"})
  void the_reason_may_be_anything_or_missing(String line) throws IOException {
    assertThat(Parsed.of(line + "Content-Length: 0\r\n\r\n").status()).isEqualTo(200);
  }

  @Test
  void a_header_may_be_empty() throws IOException {
    Parsed answer = Parsed.of(OK + "Empty:\r\nContent-Length: 0\r\n\r\n");
    assertThat(answer.headers()).contains("name=Empty, value=]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\n",
        "\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      })
  void lines_end_in_crlf(String answer) {
    refused(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A: b\rc",
        "A: b\0c",
        "A: b\u007f",
        "A: b\r",
        "A\rB: c",
        "A\0: b",
        "A : b",
        "A\t: b",
        " A: b",
        "\tA: b",
        "A B: c",
        ": b",
        "A",
        "\u00c4: b",
        "A(b): c",
      })
  void malformed_headers_are_refused(String header) {
    refused(OK + "Content-Length: 0\r\n" + header + "\r\n\r\n");
  }

  @Test
  void folded_headers_are_refused() {
    refused(OK + "A: b\r\n c\r\nContent-Length: 0\r\n\r\n");
    refused(OK + "A: b\r\n\tc\r\nContent-Length: 0\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 20 OK",
        "HTTP/1.1 2000 OK",
        "HTTP/1.1 200OK",
        "HTTP/1.1  200 OK",
        "HTTP/1.1 +20 OK",
        "HTTP/1.1 099 OK",
        "HTTP/1.1",
        "HTTP/1.2 200 OK",
        "HTTP/2 200",
        "HTTP/2.0 200 OK",
        "http/1.1 200 OK",
        "HTTP/1.1 200 O\0K",
        "HTTP/1.1 200 O\rK",
        "ICY 200 OK",
        "<html>hello</html>",
      })
  void malformed_status_lines_are_refused(String line) {
    refused(line + "\r\nContent-Length: 0\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "<html>\r\n", "hello\r\n"})
  void other_protocols_are_refused(String answer) {
    refused(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "+5", "5 5", "5,5", "5, 5", "0x5", "", "1e1", "5;", "9223372036854775808"})
  void a_length_is_a_number(String length) {
    refused(OK + "Content-Length: " + length + "\r\n\r\nhello");
  }

  @Test
  void of_lengths_there_is_one() throws IOException {
    refused(OK + "Content-Length: 5\r\nContent-Length: 4\r\n\r\nhello");
    assertThat(Parsed.of(OK + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello").body())
        .isEqualTo("hello");
  }

  @Test
  void a_length_and_chunks_are_refused() {
    String chunks = "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    refused(OK + "Content-Length: 5\r\n" + chunks);
    refused(OK + "Content-Length: 0\r\n" + chunks);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gzip", "gzip, chunked", "chunked, chunked", "chunked, gzip", "identity", "", "x"})
  void other_transfer_codings_than_chunked_are_refused(String coding) {
    refused(OK + "Transfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n");
  }

  @Test
  void two_headers_of_transfer_codings_are_refused() {
    String chunked = "Transfer-Encoding: chunked\r\n";
    refused(OK + chunked + chunked + "\r\n0\r\n\r\n");
  }

  @Test
  void what_is_too_long_is_refused() {
    refused(OK + "A: " + "b".repeat(Input.LONGEST_LINE) + "\r\n\r\n");
    refused("HTTP/1.1 200 " + "b".repeat(Input.LONGEST_LINE));
    refused(OK + "A: b\r\n".repeat(ResponseHead.MOST_HEADERS + 1) + "\r\n");
    refused(OK + ("A: " + "b".repeat(1000) + "\r\n").repeat(66) + "\r\n");
  }

  @Test
  void what_is_nearly_too_long_is_taken() throws IOException {
    String line = "A: " + "b".repeat(Input.LONGEST_LINE - 10) + "\r\n";
    String none = "Content-Length: 0\r\n\r\n";
    assertThat(Parsed.of(OK + line + none).status()).isEqualTo(200);
    String most = "A: b\r\n".repeat(ResponseHead.MOST_HEADERS - 1);
    assertThat(Parsed.of(OK + most + none).status()).isEqualTo(200);
  }

  @Test
  void interim_answers_are_passed_over() throws IOException {
    String interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    assertThat(Parsed.of(interim + OK + "Content-Length: 2\r\n\r\nok").body()).isEqualTo("ok");
  }

  @Test
  void interim_answers_without_end_are_refused() {
    refused("HTTP/1.1 100 Continue\r\n\r\n".repeat(1000));
    refused("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void some_answers_have_no_body_whatever_they_say(int status) throws IOException {
    Parsed answer = Parsed.of("HTTP/1.1 " + status + " X\r\nContent-Length: 5\r\n\r\n");
    assertThat(answer.body()).isEmpty();
    assertThat(answer.reusable()).isTrue();
    assertThat(Parsed.of("HTTP/1.1 " + status + " X\r\n\r\n").reusable()).isTrue();
  }

  @Test
  void the_answer_to_head_has_no_body() throws IOException {
    HttpRequest request = new HttpRequest("HEAD", "/", Headers.NONE);
    for (String framing : List.of("Content-Length: 5", "Transfer-Encoding: chunked", "A: b")) {
      byte[] answer = (OK + framing + "\r\n\r\n").getBytes(ISO_8859_1);
      Parsed parsed = Parsed.of(request, List.of(answer), 100);
      assertThat(parsed.body()).isEmpty();
      assertThat(parsed.reusable()).isTrue();
    }
  }

  @Test
  void without_a_length_the_body_lasts_until_the_end() throws IOException {
    Parsed answer = Parsed.of(OK + "\r\nhello");
    assertThat(answer.body()).isEqualTo("hello");
    assertThat(answer.reusable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP",
        "HTTP/1.1 204 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive, Close\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n",
      })
  void a_connection_is_not_used_again_where_its_state_is_in_doubt(String answer)
      throws IOException {
    assertThat(Parsed.of(answer).reusable()).isFalse();
  }

  @Test
  void an_answer_that_ends_early_is_refused_wherever_it_is_cut() {
    String answer = OK + "Content-Length: 5\r\n\r\nhello";
    for (int i = 0; i < answer.length(); i++) {
      String cut = answer.substring(0, i);
      assertThatThrownBy(() -> Parsed.of(cut)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void messages_do_not_carry_what_the_server_sent() {
    assertThatThrownBy(() -> Parsed.of("HTTP/1.1 200 OK\r\nSecret\u001b[2J: x\r\n\r\n"))
        .hasMessage("the answer has a malformed header");
  }

  private static void refused(String answer) {
    assertThatThrownBy(() -> Parsed.of(answer)).isInstanceOf(ProtocolException.class);
  }
}
