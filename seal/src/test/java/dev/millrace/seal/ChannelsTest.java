package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// What holds for a channel over its life.
@ParameterizedClass
@ValueSource(strings = {"none", "lz4", "zstd:1"})
final class ChannelsTest {
  private static final Keyring KEYS = Samples.newKeys();
  private static final Opener OPENER = new Opener(KEYS);
  private static final byte[] CONTENT = Samples.bytes(10_000);

  private final Sealer sealer;

  ChannelsTest(String compression) throws IOException {
    sealer = new Sealer(Samples.small(compression), KEYS);
  }

  @Test
  void what_has_come_to_its_end_stays_there() throws IOException {
    OpeningChannel opening = opening(sealer.seal(CONTENT, BINDING));
    assertThat(Channels.newInputStream(opening).readAllBytes()).isEqualTo(CONTENT);
    for (int i = 0; i < 3; i++) {
      assertThat(opening.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
    opening.close();
  }

  @Test
  void what_does_not_open_gives_nothing_more() {
    byte[] sealed = sealer.seal(CONTENT, BINDING);
    sealed[sealed.length - 30] ^= 1;
    OpeningChannel opening = opening(sealed);
    assertThatThrownBy(() -> Channels.newInputStream(opening).readAllBytes())
        .isInstanceOf(SealException.class);
    assertThat(opening.isOpen()).isFalse();
    assertThatThrownBy(() -> opening.read(ByteBuffer.allocate(1)))
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void what_was_appended_is_not_passed_over_by_reading_again() {
    byte[] sealed = sealer.seal(CONTENT, BINDING);
    OpeningChannel opening = opening(Arrays.copyOf(sealed, sealed.length + 1));
    ByteBuffer opened = ByteBuffer.allocate(CONTENT.length + 1);
    assertThatThrownBy(
            () -> {
              while (opening.read(opened) >= 0) {}
            })
        .isInstanceOf(SealException.class);
    assertThatThrownBy(() -> opening.read(opened)).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void nothing_can_be_finished_after_a_failure_beneath() throws IOException {
    FailsOnce target = new FailsOnce();
    SealingChannel sealing = sealer.sealing(target, BINDING);
    byte[] much = Samples.bytes(1 << 20);
    assertThatThrownBy(() -> sealing.write(ByteBuffer.wrap(much))).hasMessage("the disk is full");
    assertThat(sealing.isOpen()).isFalse();
    assertThatThrownBy(sealing::finish).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(() -> sealing.write(ByteBuffer.wrap(much)))
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void the_end_cannot_be_tried_twice() throws IOException {
    SealingChannel sealing = sealer.sealing(new FailsOnce(), BINDING);
    sealing.write(ByteBuffer.wrap(CONTENT));
    assertThatThrownBy(sealing::finish).hasMessage("the disk is full");
    assertThatThrownBy(sealing::finish).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void what_was_closed_unfinished_does_not_open() throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (SealingChannel sealing = sealer.sealing(Channels.newChannel(written), BINDING)) {
      sealing.write(ByteBuffer.wrap(Samples.bytes(1 << 20)));
    }
    for (Way way : Way.values()) {
      assertThatThrownBy(() -> way.open(OPENER, written.toByteArray(), BINDING, 1 << 20))
          .isInstanceOf(SealException.class);
    }
  }

  @Test
  void a_failure_of_the_source_is_handed_on_as_it_is() throws IOException {
    ReadableByteChannel broken = new Broken();
    assertThatThrownBy(() -> sealer.seal(broken, new FailsOnce(), BINDING))
        .hasMessage("the line is dead");
    assertThatThrownBy(() -> OPENER.open(broken, new FailsOnce(), BINDING))
        .hasMessage("the line is dead");
    byte[] sealed = sealer.seal(CONTENT, BINDING);
    ReadableByteChannel from = Channels.newChannel(new ByteArrayInputStream(sealed));
    assertThatThrownBy(() -> OPENER.open(from, new FailsOnce(), BINDING))
        .hasMessage("the disk is full");
  }

  private static OpeningChannel opening(byte[] sealed) {
    return OPENER.opening(Channels.newChannel(new ByteArrayInputStream(sealed)), BINDING);
  }

  private static final class Broken implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer into) throws IOException {
      throw new IOException("the line is dead");
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  /// Fails at first and takes everything afterwards.
  private static final class FailsOnce implements WritableByteChannel {
    private boolean failed;

    @Override
    public int write(ByteBuffer from) throws IOException {
      if (!failed) {
        failed = true;
        throw new IOException("the disk is full");
      }
      int length = from.remaining();
      from.position(from.limit());
      return length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
