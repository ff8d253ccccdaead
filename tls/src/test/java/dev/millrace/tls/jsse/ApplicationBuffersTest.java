package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.testing.TestIdentity;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Records come from, and go to, the arrays of the application where there are any, and nothing but
/// data appears in them.
class ApplicationBuffersTest {
  private static final int RECORD = 16_384;
  private static final int ROOM = 5 * (RECORD + 300);

  private static final List<IntFunction<ByteBuffer>> KINDS =
      List.of(
          ByteBuffer::allocate,
          ByteBuffer::allocateDirect,
          size -> ByteBuffer.allocate(size + 7).position(7).slice());

  private final SSLContext context =
      TestContexts.OURS.with(TestIdentity.of(TestIdentity.Kind.P256));

  ApplicationBuffersTest() throws Exception {}

  static Stream<Arguments> combinations() {
    return Stream.of("TLSv1.3", "TLSv1.2")
        .flatMap(protocol ->
            KINDS.stream()
                .flatMap(from -> KINDS.stream().map(to -> Arguments.of(protocol, from, to))));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void data_goes_between_buffers_of_any_kind(
      String protocol, IntFunction<ByteBuffer> plain, IntFunction<ByteBuffer> wire)
      throws Exception {
    EnginePair pair = pair(protocol);
    ByteBuffer records = wire.apply(ROOM);
    ByteBuffer received = plain.apply(ROOM);
    ByteBuffer sent = plain.apply(3 * RECORD + 100).put(new byte[100]);
    for (int i = 0; sent.hasRemaining(); i++) {
      sent.put((byte) i);
    }

    SSLEngineResult result = pair.client.engine.wrap(sent.position(100), records);

    assertThat(result.bytesConsumed()).isEqualTo(3 * RECORD);
    records.flip();
    for (int i = 1; i <= 3; i++) {
      assertThat(pair.server.engine.unwrap(records, received).bytesProduced()).isEqualTo(RECORD);
    }
    assertThat(records.hasRemaining()).isFalse();
    assertThat(received.flip()).isEqualTo(sent.position(100));
  }

  @Test
  void data_of_several_buffers_goes_into_several() throws Exception {
    EnginePair pair = pair("TLSv1.3");
    ByteBuffer[] parts = {text("to"), text(""), text("get"), text("her")};
    ByteBuffer records = ByteBuffer.allocate(ROOM);
    pair.client.engine.wrap(parts, records);
    ByteBuffer[] received = {
      ByteBuffer.allocate(0), ByteBuffer.allocate(3), ByteBuffer.allocate(100)
    };

    pair.server.engine.unwrap(records.flip(), received);

    assertThat(UTF_8.decode(received[1].flip()).toString()).isEqualTo("tog");
    assertThat(UTF_8.decode(received[2].flip()).toString()).isEqualTo("ether");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void both_buffers_may_be_parts_of_one_array(String protocol) throws Exception {
    EnginePair pair = pair(protocol);
    byte[] shared = new byte[400];
    Arrays.fill(shared, 0, 100, (byte) 'x');
    ByteBuffer records = ByteBuffer.wrap(shared, 50, 350).slice();

    pair.client.engine.wrap(ByteBuffer.wrap(shared, 0, 100), records);
    ByteBuffer received = ByteBuffer.wrap(shared, 0, 400);
    pair.server.engine.unwrap(records.flip(), received);

    assertThat(UTF_8.decode(received.flip()).toString()).isEqualTo("x".repeat(100));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
      })
  void nothing_of_a_record_that_is_not_authentic_appears(String suite) throws Exception {
    EnginePair pair = new EnginePair(context, context);
    pair.client.engine.setEnabledCipherSuites(new String[] {suite});
    pair.handshake();
    byte[] data = new byte[5000];
    Arrays.fill(data, (byte) 'x');
    ByteBuffer records = ByteBuffer.allocate(ROOM);
    pair.client.engine.wrap(ByteBuffer.wrap(data), records);
    int last = records.flip().limit() - 1;
    records.put(last, (byte) (records.get(last) ^ 1));
    byte[] received = new byte[ROOM];

    assertThatThrownBy(() -> pair.server.engine.unwrap(records, ByteBuffer.wrap(received)))
        .isInstanceOf(SSLException.class);

    assertThat(received).containsOnly(0);
  }

  @Test
  void what_is_not_data_does_not_appear() throws Exception {
    EnginePair pair = pair("TLSv1.3");
    SSLEngine client = pair.client.engine;
    client.beginHandshake(); // which is a KeyUpdate where it is complete
    ByteBuffer records = ByteBuffer.allocate(ROOM);
    client.wrap(text("hi"), records);
    client.closeOutbound();
    client.wrap(text(""), records);
    records.flip();
    byte[] received = new byte[ROOM];
    ByteBuffer target = ByteBuffer.wrap(received);

    while (records.hasRemaining()) {
      pair.server.engine.unwrap(records, target);
    }

    assertThat(target.position()).isEqualTo(2);
    assertThat(Arrays.copyOfRange(received, 2, ROOM)).containsOnly(0);
  }

  private EnginePair pair(String protocol) throws SSLException {
    EnginePair pair = new EnginePair(context, context).protocols(protocol).handshake();
    pair.client.unwrapAll();
    return pair;
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }
}
