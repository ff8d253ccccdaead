package dev.millrace.gateway.command;

import dev.millrace.gateway.settings.ByteSize;
import dev.millrace.seal.Compression;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `millrace seal`: compresses and encrypts a file, or what comes through standard input.
@Command(name = "seal", description = "Compress and encrypt a file.")
final class SealCommand implements Callable<Integer> {
  /// What a sealed file is called after what it holds.
  static final String SUFFIX = ".sealed";

  @Mixin private final SealFlags flags;

  @Parameters(index = "0", paramLabel = "FILE", description = "What to seal; - for standard input.")
  private String file = "";

  @Parameters(
      index = "1",
      paramLabel = "SEALED",
      arity = "0..1",
      description = "Where to write; - for standard output. Default: FILE.sealed.")
  private @Nullable String sealed;

  @Option(
      names = "--compression",
      paramLabel = "none|lz4|zstd[:LEVEL]",
      converter = CompressionName.class,
      description =
          "How blocks are compressed; levels of zstd are 1 to 9. Default: zstd, at level 1. Sizes"
              + " tell of content: where secrets lie beside what others may choose, take none.")
  private Compression compression = SealConfig.standard().compression();

  @Option(
      names = "--block-size",
      paramLabel = "SIZE",
      converter = BlockSize.class,
      description =
          "How much is compressed together, and opened for any part of it: a power of two from 4KiB"
              + " to 8MiB. Default: 64KiB.")
  private int blockSize = SealConfig.standard().blockSize();

  SealCommand() {
    this(System.getenv());
  }

  SealCommand(Map<String, String> environment) {
    flags = new SealFlags(environment);
  }

  @Override
  public Integer call() {
    String target = target();
    return Interruption.during(() -> seal(Download.to(target)));
  }

  private void seal(Download target) {
    flags.refuseToReplace(file, target);
    try (Input in = Input.of(file);
        ProgressLine progress = flags.progress()) {
      SealConfig config =
          SealConfig.standard().withCompression(compression).withBlockSize(blockSize);
      Sealer sealer = new Sealer(config, flags.keyring().read());
      target.write(out -> sealer.seal(in.toldBy(progress), out, flags.binding()));
    } catch (IOException | IllegalArgumentException e) {
      throw SealDiagnosis.sealing(Input.named(file), e);
    } catch (LinkageError e) {
      throw SealDiagnosis.loading(e);
    }
  }

  private String target() {
    if (sealed != null) {
      return sealed;
    }
    if (file.equals("-")) {
      throw flags.misuse("standard input has no name: give SEALED, or - for standard output");
    }
    return file + SUFFIX;
  }

  /// Reads the value of `--compression`. picocli makes one by its constructor without parameters.
  static final class CompressionName implements ITypeConverter<Compression> {
    @Override
    public Compression convert(String text) {
      try {
        return Compression.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  /// Reads the value of `--block-size`. picocli makes one by its constructor without parameters.
  static final class BlockSize implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int size = Math.clamp(ByteSize.parse(text), 0, Integer.MAX_VALUE);
        return SealConfig.standard().withBlockSize(size).blockSize();
      } catch (IllegalArgumentException _) {
        throw new TypeConversionException(
            "\"" + text + "\" is not a power of two of bytes from 4KiB to 8MiB");
      }
    }
  }
}
