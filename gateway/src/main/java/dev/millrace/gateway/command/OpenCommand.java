package dev.millrace.gateway.command;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.transfer.Progress;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.SealedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `millrace open`: gives back what `millrace seal` sealed, or part of it.
///
/// What is wanted whole is read from front to back, also a series of containers. For a range, only
/// what it needs is read.
@Command(
    name = "open",
    description = "Open a sealed file.",
    footer = {
      "",
      "Where opening fails, no FILE is left. What standard output was given until then is authentic,"
          + " but not all: heed the exit status."
    })
final class OpenCommand implements Callable<Integer> {
  /// Whole blocks of any size end where this does, so none is opened twice.
  private static final int STEP = SealConfig.LARGEST_BLOCK;

  @Mixin private final SealFlags flags;

  @Parameters(
      index = "0",
      paramLabel = "SEALED",
      description = "What to open; - for standard input.")
  private String sealed = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      arity = "0..1",
      description =
          "Where to write; - for standard output. Default: SEALED without .sealed at its end, unless"
              + " a file of that name exists.")
  private @Nullable String file;

  @Option(
      names = "--range",
      paramLabel = "A-B",
      description =
          "Only the bytes from A to B, counted from 0, both included; A- for all from A on, -N for"
              + " the last N.")
  private @Nullable String range;

  OpenCommand() {
    this(System.getenv());
  }

  OpenCommand(Map<String, String> environment) {
    flags = new SealFlags(environment);
  }

  @Override
  public Integer call() {
    Download target = target();
    if (range != null && sealed.equals("-")) {
      throw flags.misuse("--range is for files, and standard input is read in order only");
    }
    return Interruption.during(() -> open(target));
  }

  private void open(Download target) {
    RequestedRange wanted = range == null ? null : RequestedRange.parse(range);
    flags.refuseToReplace(sealed, target);
    try (Input in = Input.of(sealed);
        ProgressLine progress = flags.progress()) {
      Opener opener = new Opener(flags.keyring().read());
      if (wanted == null) {
        target.write(out -> opener.open(in.toldBy(progress), out, flags.binding()));
      } else {
        SealedReader reader = opener.reader(in.anywhere(), flags.binding());
        ByteRange bytes = wanted.in(reader.size());
        target.write(out -> copy(reader, bytes, out, progress.add(0)));
      }
    } catch (IOException e) {
      throw SealDiagnosis.opening(Input.named(sealed), e);
    } catch (LinkageError e) {
      throw SealDiagnosis.loading(e);
    }
  }

  private static void copy(
      SealedReader reader, ByteRange bytes, WritableByteChannel out, Progress progress)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(STEP, bytes.length()));
    long end = bytes.offset() + bytes.length();
    progress.at(0, bytes.length());
    for (long position = bytes.offset(); position < end; position += buffer.limit()) {
      long stop = Math.min(end, position - position % STEP + STEP);
      reader.read(
          position, buffer.clear().limit((int) Math.min(buffer.capacity(), stop - position)));
      buffer.flip();
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
      progress.at(position + buffer.limit() - bytes.offset(), bytes.length());
    }
  }

  private Download target() {
    Download target = Download.to(file == null ? defaultName() : file);
    if (file == null
        && target instanceof Download.ToFile(Path path)
        && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw flags.misuse(path + " exists: to replace it, give it as FILE");
    }
    return target;
  }

  private String defaultName() {
    if (sealed.endsWith(SealCommand.SUFFIX) && sealed.length() > SealCommand.SUFFIX.length()) {
      return sealed.substring(0, sealed.length() - SealCommand.SUFFIX.length());
    }
    String reason =
        sealed.equals("-")
            ? "standard input has no name"
            : sealed + " does not end in " + SealCommand.SUFFIX;
    throw flags.misuse(reason + ": give FILE, or - for standard output");
  }
}
