package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.credentials.Credentials;
import java.net.URI;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigV4Test {
  private static final String HOST = "s3.example.com";
  private static final String REGION = "eu-central-1";
  private static final Credentials KEY = new Credentials("AKID", "wJalr/XUt+nFEMI", null);
  private static final Credentials TEMPORARY = new Credentials("AKID", "wJalr/XU", "token//+==");
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  /// One for all tries, as in use: what it keeps from one must not show in the next.
  private static final SigV4 SIGNER = new SigV4(REGION);

  @Property(tries = 500)
  void the_signature_is_the_one_that_the_aws_sdk_makes(
      @ForAll("keys") String key,
      @ForAll("queries") Map<String, String> query,
      @ForAll("headers") Map<String, String> headers,
      @ForAll boolean head,
      @ForAll boolean temporary,
      @ForAll("instants") Instant now) {
    String method = head ? "HEAD" : "GET";
    Credentials credentials = temporary ? TEMPORARY : KEY;
    AwsSigner aws =
        new AwsSigner(
            method, HOST, 9000, "/bucket/" + key, query, headers, credentials, REGION, now);
    UnsignedRequest request = request(method, HOST + ":9000", "/bucket/" + key, query, headers);

    assertThat(SIGNER.headers(request, SigV4.EMPTY_PAYLOAD, credentials, now))
        .containsEntry("authorization", aws.authorization(new byte[0]))
        .doesNotContainKey("host")
        .containsAllEntriesOf(headers);
    assertThat(SIGNER.headers(request, SigV4.UNSIGNED_PAYLOAD, credentials, now))
        .containsEntry("authorization", aws.authorizationWithoutPayload());
  }

  @Property(tries = 100)
  void a_body_is_signed_by_its_hash(@ForAll @Size(max = 100) byte[] body) throws Exception {
    AwsSigner aws = new AwsSigner("POST", HOST, 443, "/", Map.of(), Map.of(), KEY, REGION, NOON);
    UnsignedRequest request = request("POST", HOST, "/", Map.of(), Map.of());
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));

    assertThat(SIGNER.headers(request, hash, KEY, NOON))
        .containsEntry("authorization", aws.authorization(body))
        .containsEntry("x-amz-content-sha256", hash);
  }

  @Property(tries = 500)
  void a_presigned_url_is_the_one_that_the_aws_sdk_makes(
      @ForAll("keys") String key,
      @ForAll("extraParameters") Map<String, String> query,
      @ForAll("headers") Map<String, String> headers,
      @ForAll boolean head,
      @ForAll boolean temporary,
      @ForAll boolean virtualHost,
      @ForAll("instants") Instant now,
      @ForAll @IntRange(min = 1, max = 604_800) int seconds) {
    String method = head ? "HEAD" : "GET";
    Credentials credentials = temporary ? TEMPORARY : KEY;
    String host = virtualHost ? "bucket." + HOST : HOST;
    String path = virtualHost ? "/" + key : "/bucket/" + key;
    Duration validity = Duration.ofSeconds(seconds);
    AwsSigner aws =
        new AwsSigner(method, host, 443, path, query, headers, credentials, REGION, now);

    UnsignedRequest request = request(method, host, path, query, headers);
    String target = SIGNER.presigned(request, credentials, now, validity);

    assertThat(target).startsWith(UriEncoding.path(path) + "?");
    assertThat(parameters(target)).isEqualTo(aws.presigned(validity));
  }

  /// "Authenticating Requests: Using Query Parameters", Amazon S3 API Reference.
  @Test
  void a_presigned_url_is_the_one_of_the_documentation() {
    Credentials credentials =
        new Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", null);
    UnsignedRequest request =
        request("GET", "examplebucket.s3.amazonaws.com", "/test.txt", Map.of(), Map.of());

    String target =
        new SigV4("us-east-1")
            .presigned(
                request, credentials, Instant.parse("2013-05-24T00:00:00Z"), Duration.ofDays(1));

    assertThat(target)
        .isEqualTo(
            "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
                + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature="
                + "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.5S", "PT1.5S", "P7DT1S"})
  void no_other_validity_is_signed_than_s3_takes(String validity) {
    UnsignedRequest request = request("GET", HOST, "/bucket/key", Map.of(), Map.of());

    assertThatThrownBy(() -> SIGNER.presigned(request, KEY, NOON, Duration.parse(validity)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_key_is_another_one_after_midnight_and_for_another_secret() {
    Instant lastSecond = Instant.parse("2026-11-22T23:59:59.999999999Z");
    Instant midnight = Instant.parse("2026-11-23T00:00:00Z");
    for (Instant now : List.of(lastSecond, midnight, midnight.plusSeconds(1), lastSecond)) {
      for (Credentials credentials : List.of(KEY, new Credentials("AKID", "changed", null), KEY)) {
        assertThat(authorization(SIGNER, credentials, now)).isEqualTo(aws(credentials, now));
      }
    }
  }

  @Test
  void threads_of_several_secrets_and_days_do_not_get_in_each_others_way() throws Exception {
    int threads = 4;
    CyclicBarrier start = new CyclicBarrier(threads);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<Long>> wrong = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        Credentials credentials = new Credentials("AKID", "secret" + t / 2, null);
        Instant now = NOON.plus(Duration.ofDays(t % 2));
        String expected = aws(credentials, now);
        wrong.add(
            executor.submit(() -> {
              start.await();
              long others = 0;
              for (int i = 0; i < 2000; i++) {
                others += authorization(SIGNER, credentials, now).equals(expected) ? 0 : 1;
              }
              return others;
            }));
      }
      for (Future<Long> count : wrong) {
        assertThat(count.get()).isZero();
      }
    }
  }

  private static String authorization(SigV4 signer, Credentials credentials, Instant now) {
    UnsignedRequest request = request("GET", HOST, "/bucket/key", Map.of(), Map.of());
    return signer
        .headers(request, SigV4.EMPTY_PAYLOAD, credentials, now)
        .getOrDefault("authorization", "none");
  }

  private static String aws(Credentials credentials, Instant now) {
    return new AwsSigner(
            "GET", HOST, 443, "/bucket/key", Map.of(), Map.of(), credentials, REGION, now)
        .authorization(new byte[0]);
  }

  private static UnsignedRequest request(
      String method,
      String host,
      String path,
      Map<String, String> query,
      Map<String, String> headers) {
    return new UnsignedRequest(
        method, host, UriEncoding.path(path), CanonicalQuery.of(query), new TreeMap<>(headers));
  }

  private static Map<String, String> parameters(String target) {
    Map<String, String> parameters = new HashMap<>();
    for (String parameter : URI.create("https://host" + target).getRawQuery().split("&", -1)) {
      String[] parts = parameter.split("=", 2);
      parameters.put(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts[1], UTF_8));
    }
    return parameters;
  }

  @Provide
  Arbitrary<String> keys() {
    Arbitrary<String> odd =
        Arbitraries.of(
            "..", ".", "/", "//", "%", "%2F", "+", " ", "?", "#", "&", "=", "~", "*", "ä", "日本",
            "😀", "\\", "\"", ":", "\u0001", "a", "Z9", "-._");
    return odd.list().ofMinSize(1).ofMaxSize(12).map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<Map<String, String>> queries() {
    return Arbitraries.maps(
            Arbitraries.of("list-type", "prefix", "delimiter", "max-keys", "start-after", "ä b"),
            keys())
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<Map<String, String>> extraParameters() {
    return Arbitraries.maps(
            Arbitraries.of(
                "response-content-type", "response-content-disposition", "versionId", "X-a", "x-a"),
            keys())
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<Map<String, String>> headers() {
    Arbitrary<String> ranges =
        Arbitraries.longs().between(0, 1L << 50).map(first -> "bytes=" + first + "-" + first * 2);
    Arbitrary<String> tags = Arbitraries.of("\"abc\"", "W/\"a  b\"", " \"x\" ");
    return ranges
        .optional(0.5)
        .flatMap(range ->
            tags.optional(0.5)
                .map(tag -> {
                  Map<String, String> headers = new HashMap<>();
                  range.ifPresent(r -> headers.put("range", r));
                  tag.ifPresent(t -> headers.put("if-match", t));
                  return headers;
                }));
  }

  @Provide
  Arbitrary<Instant> instants() {
    return Arbitraries.longs().between(0, 4_000_000_000L).map(Instant::ofEpochSecond);
  }
}
