package dev.millrace.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.SealException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Arrays;

/// The ways to open a container.
enum Way {
  ARRAY {
    @Override
    byte[] open(Opener opener, byte[] sealed, Binding binding, int room) throws IOException {
      return opener.open(sealed, binding, room);
    }
  },

  /// From and to slices of larger arrays.
  HEAP {
    @Override
    byte[] open(Opener opener, byte[] sealed, Binding binding, int room) throws IOException {
      MemorySegment from = MemorySegment.ofArray(new byte[sealed.length + 2 * GUARD]);
      MemorySegment to = MemorySegment.ofArray(new byte[room + 2 * GUARD]);
      return openBetweenGuards(opener, sealed, binding, from, to);
    }
  },

  /// To an array of other numbers, and from memory that may not be written.
  LONGS {
    @Override
    byte[] open(Opener opener, byte[] sealed, Binding binding, int room) throws IOException {
      MemorySegment to = MemorySegment.ofArray(new long[room / Long.BYTES + 2]);
      MemorySegment from = MemorySegment.ofArray(sealed).asReadOnly();
      long size = opener.open(from, to.asSlice(3, room), binding);
      return to.asSlice(3, size).toArray(ValueLayout.JAVA_BYTE);
    }
  },

  /// From and to memory off the heap.
  NATIVE {
    @Override
    byte[] open(Opener opener, byte[] sealed, Binding binding, int room) throws IOException {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment from = arena.allocate(sealed.length + 2L * GUARD);
        MemorySegment to = arena.allocate(room + 2L * GUARD);
        return openBetweenGuards(opener, sealed, binding, from, to);
      }
    }
  },

  STREAM {
    @Override
    byte[] open(Opener opener, byte[] sealed, Binding binding, int room) throws IOException {
      ByteArrayOutputStream opened = new ByteArrayOutputStream();
      stream(opener, sealed, binding, opened);
      return opened.toByteArray();
    }
  },

  /// Range after range.
  READER {
    @Override
    byte[] open(Opener opener, byte[] sealed, Binding binding, int room) throws IOException {
      SealedReader reader = opener.reader(ByteSource.of(MemorySegment.ofArray(sealed)), binding);
      if (reader.size() > room) {
        throw new SealException(Reason.TOO_LARGE, "the test has room for " + room);
      }
      ByteBuffer opened = ByteBuffer.allocate((int) reader.size());
      while (opened.hasRemaining()) {
        opened.limit(Math.min(opened.position() + STEP, opened.capacity()));
        assertThat(reader.read(opened.position(), opened)).isPositive();
        assertThat(opened.hasRemaining()).isFalse();
        opened.limit(opened.capacity());
      }
      return opened.array();
    }
  };

  private static final int GUARD = 13;
  private static final int STEP = 3001;
  private static final byte UNTOUCHED = 0x5A;

  /// @param room how many bytes are allowed for
  abstract byte[] open(Opener opener, byte[] sealed, Binding binding, int room) throws IOException;

  /// Opens through channels, so that what was delivered is seen also after a failure.
  static void stream(Opener opener, byte[] sealed, Binding binding, ByteArrayOutputStream delivered)
      throws IOException {
    opener.open(
        Channels.newChannel(new ByteArrayInputStream(sealed)),
        Channels.newChannel(delivered),
        binding);
  }

  private static byte[] openBetweenGuards(
      Opener opener, byte[] sealed, Binding binding, MemorySegment from, MemorySegment to)
      throws IOException {
    MemorySegment.copy(sealed, 0, from, ValueLayout.JAVA_BYTE, GUARD, sealed.length);
    to.fill(UNTOUCHED);
    long room = to.byteSize() - 2 * GUARD;
    long size = 0;
    try {
      size = opener.open(from.asSlice(GUARD, sealed.length), to.asSlice(GUARD, room), binding);
    } finally {
      assertUntouched(to.asSlice(0, GUARD));
      assertUntouched(to.asSlice(GUARD + room, GUARD));
    }
    assertUntouched(to.asSlice(GUARD + size, room - size));
    byte[] after = from.asSlice(GUARD, sealed.length).toArray(ValueLayout.JAVA_BYTE);
    assertThat(Arrays.equals(after, sealed)).as("the container is as it was").isTrue();
    return to.asSlice(GUARD, size).toArray(ValueLayout.JAVA_BYTE);
  }

  static void assertUntouched(MemorySegment memory) {
    byte[] untouched = new byte[(int) memory.byteSize()];
    Arrays.fill(untouched, UNTOUCHED);
    assertThat(memory.mismatch(MemorySegment.ofArray(untouched))).isEqualTo(-1);
  }
}
