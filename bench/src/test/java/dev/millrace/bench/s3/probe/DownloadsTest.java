package dev.millrace.bench.s3.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.s3.client.Client;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DownloadsTest {
  private static final Load LOAD = new Load(URI.create("http://127.0.0.1:1/bucket/key"), 2);

  private final Crew crew = new Crew(2);
  @TempDir private Path root;

  @BeforeEach
  void serve() throws IOException {
    Files.write(Files.createDirectory(root.resolve("bucket")).resolve("key"), new byte[] {1, 2, 3});
  }

  @Test
  void each_thread_downloads_once_to_check_and_at_least_once_to_time() throws Exception {
    AtomicInteger count = new AtomicInteger();
    Client client =
        _ ->
            sink -> {
              count.incrementAndGet();
              sink.drain(new ByteArrayInputStream(new byte[] {1, 2, 3}));
            };

    Batch batch = new Downloads(client, root, LOAD, crew).run(0);

    assertThat(batch.count()).isEqualTo(2);
    assertThat(count).hasValue(4);
  }

  @Test
  void other_bytes_are_found_before_anything_is_timed() {
    assertThatThrownBy(() -> new Downloads(client(1, 2, 4), root, LOAD, crew))
        .isInstanceOf(IOException.class)
        .hasMessage("other bytes than those of " + LOAD.object());
  }

  @Test
  void a_body_that_ends_too_early_is_found() {
    assertThatThrownBy(() -> new Downloads(client(1, 2), root, LOAD, crew))
        .isInstanceOf(IOException.class)
        .hasMessage("2 bytes instead of 3 of " + LOAD.object());
  }

  @Test
  void a_body_that_ends_too_early_is_found_also_later() throws Exception {
    AtomicInteger count = new AtomicInteger();
    Client client =
        _ ->
            sink ->
                sink.drain(
                    new ByteArrayInputStream(
                        count.incrementAndGet() < 4 ? new byte[] {1, 2, 3} : new byte[1]));
    Downloads downloads = new Downloads(client, root, LOAD, crew);

    assertThatThrownBy(() -> downloads.run(0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 bytes instead of 3");
  }

  private static Client client(int... bytes) {
    byte[] body = new byte[bytes.length];
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) bytes[i];
    }
    return _ -> sink -> sink.drain(new ByteArrayInputStream(body));
  }
}
