package dev.millrace.gateway.command;

import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.transfer.DownloadOptions;
import dev.millrace.s3.transfer.Downloader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `millrace get`: fetches an object into a file or to standard output, or all objects below a
/// prefix into a folder.
///
/// Whole objects go to files by a [Downloader], over several connections; what has to come in
/// order, and parts of objects, by a [Download].
@Command(name = "get", description = "Fetch objects into files.")
public final class GetCommand implements Callable<Integer> {
  private static final int MOST_CONNECTIONS = 256;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final ServiceFlags service;

  @Parameters(
      index = "0",
      paramLabel = "OBJECT",
      description =
          "s3://BUCKET/KEY, signed with the keys of the AWS environment; or"
              + " https://HOST[:PORT]/BUCKET/KEY, not signed.")
  private String object = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      arity = "0..1",
      description =
          "Where to write; - for standard output; a folder with --recursive. Default: the last part"
              + " of the key.")
  private @Nullable String file;

  @Option(
      names = "--range",
      paramLabel = "A-B",
      description =
          "Only the bytes from A to B, counted from 0, both included; A- for all from A on, -N for"
              + " the last N.")
  private @Nullable String range;

  @Option(
      names = "--recursive",
      description =
          "All objects below BUCKET/PREFIX/, or of the BUCKET, into a folder, by their keys without"
              + " the prefix.")
  private boolean recursive;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "Connections for each object. Default: as many as are of use.")
  private int parallel;

  @Option(
      names = "--resume",
      description =
          "Go on with what an earlier run left unfinished, and leave what is unfinished if this one"
              + " fails. With --recursive, skip files that are there and newer than the object.")
  private boolean resume;

  @Option(
      names = "--verify",
      description =
          "Fail where there is no checksum to verify the object by. What the service has a CRC of is"
              + " verified in any case.")
  private boolean verify;

  @Option(names = "--quiet", description = "Show no progress.")
  private boolean quiet;

  public GetCommand() {
    this(AwsEnvironment.ofProcess());
  }

  GetCommand(AwsEnvironment environment) {
    service = new ServiceFlags(environment);
  }

  @Override
  public Integer call() {
    refuseNonsense();
    return Interruption.during(recursive ? this::getAll : this::getOne);
  }

  private void refuseNonsense() {
    boolean streamed = "-".equals(file) || range != null;
    refuse(parallel < 0 || parallel > MOST_CONNECTIONS, "--parallel is from 1 to 256");
    refuse(range != null && recursive, "--range is for one object, not with --recursive");
    refuse(range != null && resume, "--range cannot be resumed: leave out --resume");
    refuse(range != null && verify, "a part has no checksum: leave out --range or --verify");
    refuse("-".equals(file) && recursive, "--recursive needs a folder, not standard output");
    refuse("-".equals(file) && resume, "standard output cannot be resumed: leave out --resume");
    refuse(streamed && parallel > 1, "--parallel is for whole objects into files");
  }

  private void refuse(boolean nonsense, String problem) {
    if (nonsense) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
    }
  }

  private void getOne() {
    ObjectAddress address = ObjectAddress.parse(object);
    RequestedRange wanted = range == null ? null : RequestedRange.parse(range);
    Download target = Download.to(file == null ? address.fileName() : file);
    try (S3Client client = new S3Client(service.config(address));
        ProgressLine progress = progress()) {
      ProgressLine.Item item = progress.add(0);
      if (target instanceof Download.ToFile(Path path) && wanted == null) {
        new Downloader(client, options().withProgress(item))
            .download(address.bucket(), address.key(), path);
      } else {
        try (ObjectBody body = open(client, address, wanted)) {
          target.write(VerifiedStream.of(body, verify), body.range().length(), item);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(object + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw diagnosis(address).failure(object, e);
    }
  }

  private static ObjectBody open(
      S3Client client, ObjectAddress address, @Nullable RequestedRange wanted) throws IOException {
    String bucket = address.bucket();
    String key = address.key();
    return switch (wanted) {
      case null -> client.open(bucket, key);
      case RequestedRange.Between(var bytes) -> client.open(bucket, key, bytes, null);
      case RequestedRange.ToTheEnd end -> {
        ObjectFacts facts = client.head(bucket, key);
        yield client.open(bucket, key, end.in(facts.size()), facts.etag());
      }
    };
  }

  private void getAll() {
    ObjectAddress address = ObjectAddress.parsePrefix(object);
    Path folder = folder(file == null ? address.folderName() : file);
    PrefixDownload.Outcome outcome;
    String amount;
    try (S3Client client = new S3Client(service.config(address));
        ProgressLine progress = progress()) {
      outcome =
          new PrefixDownload(client, options(), diagnosis(address), progress, folder)
              .of(address.bucket(), address.key());
      amount = Standing.size(progress.received());
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(object + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw diagnosis(address).failure(object, e);
    }
    long all = outcome.fetched() + outcome.present() + outcome.failed();
    if (all == 0) {
      throw new CommandFailure("there is nothing below " + object + "; check the prefix", null);
    }
    if (outcome.failed() > 0) {
      throw new CommandFailure(
          outcome.failed() + " of " + all + " objects failed, for the reasons above", null);
    }
    if (!quiet) {
      String there = outcome.present() == 0 ? "" : "; there already: " + outcome.present();
      err().println("objects fetched: " + outcome.fetched() + ", " + amount + there);
    }
  }

  private static Path folder(String name) {
    try {
      Path folder = Path.of(name);
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw new CommandFailure(folder + " is a file: name a folder", null);
      }
      return folder;
    } catch (InvalidPathException e) {
      throw new CommandFailure("\"" + name + "\" cannot name a folder: give another", e);
    }
  }

  private Diagnosis diagnosis(ObjectAddress address) {
    return new Diagnosis(service.isSigned(address), service.isRegional(address));
  }

  private DownloadOptions options() {
    DownloadOptions options = DownloadOptions.standard().withResume(resume).withVerify(verify);
    return parallel == 0 ? options : options.withConnections(parallel);
  }

  private ProgressLine progress() {
    return ProgressLine.start(err(), quiet ? 0 : ProgressLine.terminalWidth(), recursive);
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }
}
