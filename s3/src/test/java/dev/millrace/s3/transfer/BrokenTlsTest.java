package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.testing.S3ProxyOrigin;
import dev.millrace.s3.testing.TlsProvider;
import dev.millrace.s3.transfer.SpoiledLink.Damage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Downloads over TLS, from s3proxy, through a link that spoils handshakes and records. The file is
/// right or there is a failure that says what happened; then nothing is left of it, neither a file
/// nor a connection ([Trial]).
@Timeout(300)
class BrokenTlsTest {
  private static final byte[] SMALL = Trial.bytes(1 << 20);
  private static final byte[] LARGE = Trial.bytes(24 << 20);
  private static final int STEP = 64 << 10;

  /// Long enough for s3proxy to begin an answer on a busy machine.
  private static final Duration SILENCE = Duration.ofMillis(600);

  /// More than there are connections.
  private static final int ALWAYS = 1_000_000;

  private static S3ProxyOrigin origin;

  @TempDir private Path folder;

  @BeforeAll
  static void start(@TempDir Path scratch) throws IOException {
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket(Trial.BUCKET);
  }

  @AfterAll
  static void stop() throws IOException {
    origin.close();
  }

  private static SpoiledLink link() throws IOException {
    return SpoiledLink.to(origin.https().getPort());
  }

  private Trial trial(TlsProvider provider, SpoiledLink link, byte[] object) throws Exception {
    origin.put(Trial.BUCKET, Trial.KEY, object);
    SSLContext tls = provider.client(origin.certificate().pem());
    return Trial.of(
            URI.create("https://127.0.0.1:" + link.port()),
            folder,
            config ->
                config
                    .tls(tls)
                    .connectTimeout(SILENCE)
                    .readTimeout(SILENCE)
                    .credentials(CredentialsSource.of(origin.credentials())))
        .with(options -> options.withConnections(object.length == SMALL.length ? 1 : 4));
  }

  private static List<Arguments> cases(List<Damage> damages, int... positions) {
    List<Arguments> cases = new ArrayList<>();
    for (TlsProvider provider : TlsProvider.values()) {
      for (Damage damage : damages) {
        for (int position : positions) {
          cases.add(Arguments.of(provider, damage, position));
        }
      }
    }
    return cases;
  }

  static List<Arguments> forgedHandshakes() {
    return cases(List.of(Damage.FLIP), 0, 50, 300);
  }

  @ParameterizedTest
  @MethodSource("forgedHandshakes")
  void a_handshake_that_was_tampered_with_is_a_failure_that_says_so(
      TlsProvider provider, Damage damage, int at) throws Exception {
    try (SpoiledLink link = link();
        Trial trial = trial(provider, link, SMALL)) {
      link.spoil(damage, at, ALWAYS);
      assertThat(trial.fails())
          .isInstanceOf(SSLException.class)
          .hasMessageStartingWith("127.0.0.1:" + link.port() + ": TLS failed: ");
    }
  }

  /// Within the handshake, which may only break off; the answer's head, some record, the last one.
  static List<Arguments> brokenOnce() {
    List<Arguments> all = cases(List.of(Damage.CUT, Damage.RESET, Damage.STALL), 0, 3, 300);
    all.addAll(cases(List.of(Damage.values()), 2500, 40_000, SMALL.length));
    return all;
  }

  @ParameterizedTest
  @MethodSource("brokenOnce")
  void a_connection_that_is_spoiled_once_makes_no_difference(
      TlsProvider provider, Damage damage, int at) throws Exception {
    try (SpoiledLink link = link();
        Trial trial = trial(provider, link, SMALL)) {
      link.spoil(damage, at, 1);
      trial.succeeds(SMALL);
      assertThat(link.damagesLeft()).isZero();
      assertThat(link.connections()).isEqualTo(2);
    }
  }

  static List<Arguments> brokenLinks() {
    return cases(List.of(Damage.CUT, Damage.RESET, Damage.FLIP), 100_000);
  }

  @ParameterizedTest
  @MethodSource("brokenLinks")
  void an_object_arrives_though_every_connection_is_spoiled_after_100_KB(
      TlsProvider provider, Damage damage, int at) throws Exception {
    try (SpoiledLink link = link();
        Trial trial = trial(provider, link, SMALL)) {
      link.spoil(damage, at, ALWAYS);
      trial.succeeds(SMALL);
      assertThat(link.connections()).isBetween(SMALL.length / at, 2 * SMALL.length / at);
    }
  }

  static List<Arguments> silentServices() {
    return cases(List.of(Damage.STALL), 0, 2500);
  }

  @ParameterizedTest
  @MethodSource("silentServices")
  void a_service_that_never_says_more_is_a_failure(TlsProvider provider, Damage damage, int at)
      throws Exception {
    try (SpoiledLink link = link();
        Trial trial = trial(provider, link, SMALL)) {
      link.spoil(damage, at, ALWAYS);
      assertThat(trial.fails()).hasMessageContaining("nothing received for 600 ms");
      assertThat(link.connections()).isEqualTo(4);
    }
  }

  static List<Arguments> fourBroken() {
    return cases(List.of(Damage.values()), 700_000);
  }

  @ParameterizedTest
  @MethodSource("fourBroken")
  void four_connections_that_are_all_spoiled_once_make_no_difference(
      TlsProvider provider, Damage damage, int at) throws Exception {
    try (SpoiledLink link = link();
        Trial trial = trial(provider, link, LARGE)) {
      link.spoil(damage, at, 4);
      trial.succeeds(LARGE);
      assertThat(link.damagesLeft()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("long")
  void records_may_be_spoiled_at_any_64_KiB(TlsProvider provider) throws Exception {
    try (SpoiledLink link = link()) {
      for (int at = 0; at < LARGE.length / 4; at += STEP) {
        for (Damage damage : List.of(Damage.CUT, Damage.FLIP)) {
          try (Trial trial = trial(provider, link, LARGE)) {
            link.spoil(damage, at + 2500, 1);
            trial.succeeds(LARGE);
          }
        }
      }
    }
  }
}
