package dev.millrace.bench.s3.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SinkTest {
  /// CRC-32C's check value, of the digits 1 to 9.
  private static final long CHECK = 0xE3069283L;

  private static final byte[] DIGITS = "123456789".getBytes(US_ASCII);

  @Test
  void bytes_are_the_same_whichever_way_they_come() throws IOException {
    Sink streamed = Sink.checking();
    streamed.drain(new ByteArrayInputStream(DIGITS));
    Sink handedOver = Sink.checking();
    handedOver.take(ByteBuffer.wrap(DIGITS, 0, 4));
    handedOver.take(ByteBuffer.allocateDirect(5).put(DIGITS, 4, 5).flip());
    Sink buffered = Sink.checking();
    System.arraycopy(DIGITS, 0, buffered.buffer(), 7, DIGITS.length);
    buffered.take(7, DIGITS.length);

    for (Sink sink : new Sink[] {streamed, handedOver, buffered}) {
      assertThat(sink.checksum()).isEqualTo(CHECK);
      assertThat(sink.resetCount()).isEqualTo(9);
    }
  }

  @Test
  void a_count_begins_anew() throws IOException {
    Sink sink = Sink.counting();
    sink.drain(new ByteArrayInputStream(new byte[100_000]));

    assertThat(sink.resetCount()).isEqualTo(100_000);
    assertThat(sink.resetCount()).isZero();
  }

  @Test
  void what_only_counts_has_no_checksum() {
    assertThatThrownBy(Sink.counting()::checksum).isInstanceOf(IllegalStateException.class);
  }
}
