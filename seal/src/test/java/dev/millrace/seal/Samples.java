package dev.millrace.seal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// What tests seal, and how.
final class Samples {
  static final Binding BINDING = Binding.of("bucket", "a/key", "\"etag\"");

  /// The smallest blocks and segments.
  static final SealConfig SMALL = SealConfig.standard().withBlockSize(4096).withSegmentSize(4096);

  /// Where a header says how long its container is, and does not authenticate it.
  static final int SIZE_BEGIN = 14;

  static final int SIZE_END = 22;

  private Samples() {}

  static Keyring newKeys() {
    return Keyring.parse(List.of(Keyring.newKey()));
  }

  static SealConfig small(String compression) {
    return SMALL.withCompression(Compression.parse(compression));
  }

  /// Some of it compresses and some does not.
  static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    Random random = new Random(size);
    random.nextBytes(bytes);
    for (int i = 0; i < size; i++) {
      if ((i >> 13 & 1) == 0) {
        bytes[i] = (byte) (bytes[i] & 3);
      }
    }
    return bytes;
  }

  /// Seals through channels: the header does not say how long the container is.
  static byte[] sealAsStream(Sealer sealer, byte[] bytes, Binding binding) throws IOException {
    ByteArrayOutputStream sealed = new ByteArrayOutputStream();
    sealer.seal(
        Channels.newChannel(new ByteArrayInputStream(bytes)), Channels.newChannel(sealed), binding);
    return sealed.toByteArray();
  }

  /// Seals bytes as a series of containers, of which each holds `step` of them.
  static List<byte[]> sealAsSeries(Sealer sealer, byte[] bytes, int step, Binding binding) {
    int count = Math.max(1, (bytes.length + step - 1) / step);
    byte[][] series = new byte[count][];
    for (int i = 0; i < count; i++) {
      int from = i * step;
      int length = Math.min(step, bytes.length - from);
      MemorySegment part = MemorySegment.ofArray(bytes).asSlice(from, length);
      byte[] room = new byte[(int) sealer.mostBytes(length)];
      long size =
          sealer.seal(
              part,
              MemorySegment.ofArray(room),
              binding.at(binding.position() + from),
              i < count - 1);
      series[i] = Arrays.copyOf(room, (int) size);
    }
    return List.of(series);
  }

  static byte[] join(List<byte[]> parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    parts.forEach(joined::writeBytes);
    return joined.toByteArray();
  }
}
