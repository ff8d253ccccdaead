package dev.millrace.seal;

import dev.millrace.seal.Compression.Lz4;
import dev.millrace.seal.Compression.None;
import dev.millrace.seal.Compression.Zstd;
import dev.millrace.seal.codec.Codec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Compresses and encrypts, in one call and block by block, so that a block is still in the
/// processor's cache when it is encrypted.
///
/// A sealer makes one data key in its life and has it wrapped once. Each container gets a key of
/// its own, derived from the data key by a random salt, what the container is bound to, and how it
/// is made; so there is no bound on how much is sealed with one sealer that anyone could reach.
public final class Sealer {
  private static final int DATA_KEY = 32;

  /// Bytes that a channel gets at once, or a segment if that is larger.
  private static final int BATCH = 128 << 10;

  private static final ValueLayout.OfLong SEALED_SIZE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final SecureRandom random = new SecureRandom();
  private final SealConfig config;
  private final SecretKey dataKey;
  private final WrappedKey wrapped;
  private final int headerSize;

  /// Makes a data key and has it wrapped.
  ///
  /// @throws IOException if `keys` cannot
  /// @throws IllegalArgumentException if what it gives does not fit into the first segment
  /// @throws LinkageError if the library that compresses does not load ([Codecs])
  public Sealer(SealConfig config, KeyService keys) throws IOException {
    this.config = config;
    byte[] key = new byte[DATA_KEY];
    random.nextBytes(key);
    dataKey = new SecretKeySpec(key, "HKDF");
    wrapped = keys.wrap(key);
    Arrays.fill(key, (byte) 0);
    headerSize = newHeader(false).write().length;
    try (Workspace workspace = Workspace.borrow()) {
      // It is loaded now, so that nobody fails to seal for the want of it.
      Codec _ = codec(workspace);
    }
  }

  public SealConfig config() {
    return config;
  }

  /// The name of the key that the data key is wrapped with.
  public String keyId() {
    return wrapped.keyId();
  }

  /// The most bytes that so many become when they are sealed.
  public long mostBytes(long size) {
    long plain =
        config.compression() instanceof None
            ? size
            : BlockWriter.mostBytes(size, config.blockSize());
    return new Layout(headerSize, config.segmentSize()).sealedSize(plain);
  }

  /// Seals an array.
  ///
  /// @throws IllegalArgumentException if the result may not fit into an array
  public byte[] seal(byte[] bytes, Binding binding) {
    long most = mostBytes(bytes.length);
    if (most > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("there are too many bytes for an array");
    }
    byte[] sealed = new byte[(int) most];
    long size = seal(MemorySegment.ofArray(bytes), MemorySegment.ofArray(sealed), binding, false);
    return Arrays.copyOf(sealed, (int) size);
  }

  /// Seals memory, on the heap or off it, into other memory.
  ///
  /// @param from its arena not closed meanwhile, since libraries read it
  /// @param to with room for [#mostBytes], not overlapping
  /// @param continued whether the object goes on after these bytes, in a container that is bound to
  ///   the position after them; whoever opens the series then knows if it ends too early
  /// @return how many bytes of `to` the container has
  /// @throws IllegalArgumentException if there is no room
  public long seal(MemorySegment from, MemorySegment to, Binding binding, boolean continued) {
    if (to.byteSize() < mostBytes(from.byteSize())) {
      throw new IllegalArgumentException(
          "sealing " + from.byteSize() + " bytes takes room for " + mostBytes(from.byteSize()));
    }
    try (Workspace workspace = Workspace.borrow()) {
      Target target = Target.of(to, workspace.sealed(config.segmentSize()));
      BlockSink sink = begin(target, binding, continued, workspace);
      for (long done = 0; done < from.byteSize(); done += config.blockSize()) {
        long length = Math.min(config.blockSize(), from.byteSize() - done);
        sink.write(from.asSlice(done, length));
      }
      long size = sink.finish();
      to.set(SEALED_SIZE, Header.SEALED_SIZE_AT, size);
      return size;
    } catch (IOException e) {
      throw new IllegalStateException("memory takes what it has room for", e);
    }
  }

  /// Seals all that comes through a channel, in constant memory.
  ///
  /// @param from in blocking mode
  /// @return how many bytes the container has
  /// @throws IOException of either channel; what was written then is no container
  public long seal(ReadableByteChannel from, WritableByteChannel to, Binding binding)
      throws IOException {
    try (SealingChannel channel = sealing(to, binding)) {
      while (channel.takeFrom(from)) {}
      return channel.finish();
    }
  }

  /// A channel that seals what is written to it and writes that to `to`, which it does not close.
  public SealingChannel sealing(WritableByteChannel to, Binding binding) throws IOException {
    Workspace workspace = Workspace.borrow();
    try {
      Target target = Target.of(to, workspace.sealed(Math.max(BATCH, config.segmentSize())));
      return new SealingChannel(
          workspace, config.blockSize(), begin(target, binding, false, workspace));
    } catch (Throwable e) {
      workspace.close();
      throw e;
    }
  }

  private BlockSink begin(Target target, Binding binding, boolean continued, Workspace workspace)
      throws IOException {
    Header header = newHeader(continued);
    ContainerKey key = ContainerKey.derive(dataKey, header, binding);
    byte[] waiting = workspace.waiting(config.segmentSize());
    SegmentWriter segments =
        new SegmentWriter(header.layout(), workspace.cipher(key), target, waiting);
    segments.header(header.write());
    Codec codec = codec(workspace);
    return codec == null ? segments : new BlockWriter(segments, codec);
  }

  private @Nullable Codec codec(Workspace workspace) {
    return switch (config.compression()) {
      case None none -> null;
      case Zstd(int level) -> workspace.zstd().at(level);
      case Lz4 lz4 -> workspace.lz4();
    };
  }

  private Header newHeader(boolean continued) {
    byte[] salt = new byte[config.keySize()];
    byte[] noncePrefix = new byte[7];
    random.nextBytes(salt);
    random.nextBytes(noncePrefix);
    return new Header(
        Header.codecOf(config.compression()),
        config.compression() instanceof None ? 0 : config.blockSize(),
        config.segmentSize(),
        continued,
        wrapped,
        0,
        salt,
        noncePrefix);
  }
}
