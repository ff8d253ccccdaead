package dev.millrace.tls.record;

import static dev.millrace.tls.record.RecordProtectionTest.assertMisbehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.record.HandshakeJoiner.RawMessage;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HandshakeJoinerTest {
  private static final int BOUND = 600;

  private final HandshakeJoiner joiner = new HandshakeJoiner(_ -> BOUND);

  @Provide
  Arbitrary<List<byte[]>> messages() {
    Arbitrary<byte[]> message =
        Combinators.combine(
                Arbitraries.bytes(), Arbitraries.bytes().array(byte[].class).ofMaxSize(BOUND))
            .as(HandshakeJoinerTest::message);
    return message.list().ofMaxSize(8);
  }

  @Property
  void however_messages_are_split_they_come_out_the_same(
      @ForAll("messages") List<byte[]> messages, @ForAll List<Byte> sizes) throws Exception {
    byte[] stream = join(messages);
    List<RawMessage> out = new ArrayList<>();
    int at = 0;
    for (int i = 0; at < stream.length; i++) {
      int size = sizes.isEmpty() ? stream.length : 1 + (sizes.get(i % sizes.size()) & 0xFF);
      int length = Math.min(size, stream.length - at);
      joiner.add(stream, at, length);
      at += length;
      // Whether messages are taken as soon as they are whole must not matter either.
      if (size % 2 == 0) {
        drainTo(out);
      }
    }
    drainTo(out);
    assertThat(out).extracting(RawMessage::encoding).containsExactlyElementsOf(messages);
    assertThat(out)
        .extracting(RawMessage::type)
        .containsExactlyElementsOf(messages.stream().map(message -> message[0] & 0xFF).toList());
    assertThat(joiner.isEmpty()).isTrue();
  }

  @Property(tries = 200)
  void it_is_empty_just_at_the_ends_of_messages(@ForAll("messages") List<byte[]> messages)
      throws Exception {
    for (byte[] message : messages) {
      for (int i = 0; i < message.length; i++) {
        joiner.add(message, i, 1);
        assertThat(joiner.isEmpty()).isFalse();
        assertThat(joiner.poll() != null).isEqualTo(i == message.length - 1);
      }
      assertThat(joiner.isEmpty()).isTrue();
    }
  }

  @Example
  void a_message_that_was_not_taken_counts() throws Exception {
    byte[] message = message((byte) 1, new byte[0]);
    joiner.add(message, 0, message.length);
    assertThat(joiner.isEmpty()).isFalse();
    assertThat(joiner.poll()).isNotNull();
    assertThat(joiner.isEmpty()).isTrue();
  }

  @Example
  void a_message_may_be_as_large_as_its_bound_and_no_larger() throws Exception {
    joiner.add(new byte[] {1, 0, BOUND >> 8, (byte) BOUND}, 0, 4);
    HandshakeJoiner other = new HandshakeJoiner(_ -> BOUND);
    assertMisbehaviour(
        Misbehaviour.MESSAGE_TOO_LARGE,
        () -> other.add(new byte[] {1, 0, BOUND >> 8, (byte) (BOUND + 1)}, 0, 4));
  }

  @Example
  void each_type_has_its_own_bound() throws Exception {
    HandshakeJoiner own = new HandshakeJoiner(type -> type == 200 ? 1 : 0);
    own.add(new byte[] {(byte) 200, 0, 0, 1, 7}, 0, 5);
    assertMisbehaviour(
        Misbehaviour.MESSAGE_TOO_LARGE, () -> own.add(new byte[] {20, 0, 0, 1}, 0, 4));
  }

  @Example
  void a_later_message_is_refused_as_soon_as_its_header_is_there() throws Exception {
    byte[] stream = join(List.of(message((byte) 1, new byte[3]), new byte[] {2, 1, 0, 0}));
    joiner.add(stream, 0, stream.length - 1);
    assertMisbehaviour(
        Misbehaviour.MESSAGE_TOO_LARGE, () -> joiner.add(stream, stream.length - 1, 1));
  }

  @Example
  void memory_is_in_proportion_to_what_was_received() throws Exception {
    HandshakeJoiner trusting = new HandshakeJoiner(_ -> 0xFFFFFF);
    trusting.add(new byte[] {11, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF}, 0, 4);
    assertThat(held(trusting)).isLessThanOrEqualTo(8);
    for (int received = 1004; received < 100_000; received += 1000) {
      trusting.add(new byte[1000], 0, 1000);
      assertThat(held(trusting)).isLessThanOrEqualTo(2 * received);
    }
  }

  @Example
  void nothing_is_held_when_all_was_taken() throws Exception {
    byte[] message = message((byte) 1, new byte[BOUND]);
    joiner.add(message, 0, message.length);
    assertThat(joiner.poll()).isNotNull();
    assertThat(held(joiner)).isZero();
    assertThat(joiner.poll()).isNull();
  }

  private void drainTo(List<RawMessage> out) {
    for (RawMessage next = joiner.poll(); next != null; next = joiner.poll()) {
      out.add(next);
    }
  }

  private static int held(HandshakeJoiner joiner) throws ReflectiveOperationException {
    Field received = HandshakeJoiner.class.getDeclaredField("received");
    received.setAccessible(true);
    return ((byte[]) received.get(joiner)).length;
  }

  private static byte[] message(byte type, byte[] body) {
    ByteBuffer message = ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body);
    return message.put(0, type).array();
  }

  private static byte[] join(List<byte[]> messages) {
    byte[] stream = new byte[messages.stream().mapToInt(message -> message.length).sum()];
    ByteBuffer buffer = ByteBuffer.wrap(stream);
    messages.forEach(buffer::put);
    return Arrays.copyOf(stream, stream.length);
  }
}
