package dev.millrace.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

class SigV4Test {
  private static final String HOST = "s3.example.com:9000";

  @Property(tries = 500)
  void the_signature_is_the_one_that_the_aws_sdk_makes(
      @ForAll("keys") String key,
      @ForAll("queries") Map<String, String> query,
      @ForAll("headers") Map<String, String> headers,
      @ForAll boolean head,
      @ForAll boolean temporary,
      @ForAll("instants") Instant now) {
    Request request =
        new Request(
            head ? Request.Method.HEAD : Request.Method.GET,
            "/bucket/" + key,
            query,
            new TreeMap<>(headers));
    Credentials credentials =
        new Credentials("AKID", "wJalr/XUt+nFEMI", temporary ? "token//+==" : null);

    SortedMap<String, String> signed = SigV4.sign(request, HOST, "eu-central-1", credentials, now);

    assertThat(signed.get("authorization")).isEqualTo(reference(request, credentials, now));
  }

  private static String reference(Request request, Credentials credentials, Instant now) {
    var unsigned =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.fromValue(request.method().name()))
            .protocol("https")
            .host("s3.example.com")
            .port(9000)
            .encodedPath(SdkHttpUtils.urlEncodeIgnoreSlashes(request.path()));
    request.query().forEach(unsigned::putRawQueryParameter);
    request.headers().forEach(unsigned::putHeader);
    return AwsV4HttpSigner.create()
        .sign(r ->
            r.identity(identity(credentials))
                .request(unsigned.build())
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-central-1")
                .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)
                .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(now, ZoneOffset.UTC)))
        .request()
        .firstMatchingHeader("Authorization")
        .orElseThrow();
  }

  private static AwsCredentialsIdentity identity(Credentials credentials) {
    @Nullable String token = credentials.sessionToken();
    return token == null
        ? AwsCredentialsIdentity.create(credentials.accessKeyId(), credentials.secretAccessKey())
        : AwsSessionCredentialsIdentity.create(
            credentials.accessKeyId(), credentials.secretAccessKey(), token);
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

  @Test
  void half_a_surrogate_pair_is_refused_rather_than_sent_as_another_key() {
    assertThatThrownBy(() -> UriEncoding.path("/bucket/\ud83d"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void credentials_print_without_their_secrets() {
    assertThat(new Credentials("AKID", "hush", "token"))
        .asString()
        .contains("AKID")
        .doesNotContain("hush", "token");
  }
}
