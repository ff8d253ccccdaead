package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.millrace.s3.Connections;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.retry.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Downloads of one object by one client into a folder, and what must be so after each: there is a
/// right file or a failure, and nothing else.
final class Trial implements AutoCloseable {
  static final String BUCKET = "grain";
  static final String KEY = "wheat";
  static final Duration SILENCE = Duration.ofMillis(200);
  static final RetryPolicy QUICK = new RetryPolicy(4, Duration.ofMillis(1), Duration.ofMillis(10));

  private final S3Client client;
  private final Path folder;
  private final Path target;
  private DownloadOptions options = DownloadOptions.standard().withRetries(QUICK);

  private Trial(S3Client client, Path folder) {
    this.client = client;
    this.folder = folder;
    this.target = folder.resolve(KEY);
  }

  static Trial of(URI endpoint, Path folder) {
    return of(endpoint, folder, config -> config);
  }

  static Trial of(URI endpoint, Path folder, UnaryOperator<S3Config.Builder> settings) {
    S3Config.Builder config =
        S3Config.builder(endpoint, "us-east-1")
            .retries(QUICK)
            .connectTimeout(Duration.ofSeconds(2))
            .readTimeout(SILENCE);
    return new Trial(new S3Client(settings.apply(config).build()), folder);
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  Trial with(UnaryOperator<DownloadOptions> change) {
    options = change.apply(options);
    return this;
  }

  Path target() {
    return target;
  }

  /// Downloads the object, which must come to `expected`.
  Downloaded succeeds(byte[] expected) throws IOException {
    Downloaded downloaded = download();
    assertThat(Files.readAllBytes(target)).isEqualTo(expected);
    assertThat(names()).containsExactly(KEY);
    assertThat(Connections.inUse(client)).isZero();
    return downloaded;
  }

  /// Fails to download the object. What is left is what can be resumed, where that was asked for.
  Throwable fails() throws IOException {
    boolean there = Files.exists(target);
    byte[] before = there ? Files.readAllBytes(target) : new byte[0];
    Throwable failure = catchThrowable(this::download);
    assertThat(failure).as("a failure").isInstanceOf(IOException.class);
    assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
    assertThat(Files.exists(target)).isEqualTo(there);
    if (there) {
      assertThat(Files.readAllBytes(target)).isEqualTo(before);
    }
    List<String> names = names();
    names.remove(KEY);
    if (options.resume()) {
      assertThat(names).isSubsetOf("." + KEY + ".millrace-part");
    } else {
      assertThat(names).isEmpty();
    }
    assertThat(Connections.inUse(client)).isZero();
    return failure;
  }

  boolean hasPartFile() throws IOException {
    return names().contains("." + KEY + ".millrace-part");
  }

  Downloaded download() throws IOException {
    return new Downloader(client, options).download(BUCKET, KEY, target);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.map(file -> file.getFileName().toString()).toList());
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
