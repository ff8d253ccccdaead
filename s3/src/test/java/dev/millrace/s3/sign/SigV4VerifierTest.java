package dev.millrace.s3.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.sign.SignatureRefusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.AbstractObjectAssert;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The signatures are those of the AWS SDK.
class SigV4VerifierTest {
  private static final String HOST = "gateway.example.com";
  private static final Credentials KEY = new Credentials("AKID", "wJalr/XUt+nFEMI", null);
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String PATH = "/bucket/a key";
  private static final Map<String, String> QUERY = Map.of("prefix", "a/b c+d");

  /// One for all tries, as in use: what it keeps from one must not show in the next.
  private static final SigV4Verifier VERIFIER = new SigV4Verifier(KEY.secretAccessKey());

  @Property(tries = 500)
  void what_the_aws_sdk_signs_is_accepted_and_nothing_else(
      @ForAll("keys") String key,
      @ForAll("queries") Map<String, String> query,
      @ForAll boolean head,
      @ForAll boolean presigned,
      @ForAll("regions") String region,
      @ForAll("instants") Instant now) {
    String method = head ? "HEAD" : "GET";
    AwsSigner aws =
        new AwsSigner(
            method,
            HOST,
            8443,
            "/bucket/" + key,
            query,
            Map.of("range", "bytes=0-1"),
            KEY,
            region,
            now);
    ReceivedRequest received = presigned ? presigned(aws) : signed(aws);

    assertThatCode(() -> verify(received, now)).doesNotThrowAnyException();
    refused(otherPath(received, path -> path + "x"), now).isEqualTo(Reason.MISMATCH);
    refused(otherMethod(received), now).isEqualTo(Reason.MISMATCH);
    refused(otherHeader(received, "range", "bytes=0-2"), now).isEqualTo(Reason.MISMATCH);
    refused(otherHeader(received, "host", HOST), now).isEqualTo(Reason.MISMATCH);
    refused(otherParameter(received, "list-type", "3"), now).isEqualTo(Reason.MISMATCH);
    SigV4Verifier other = new SigV4Verifier("another secret");
    assertThatThrownBy(() -> other.verify(received, claim(received), now))
        .isInstanceOfSatisfying(
            SignatureRefusal.class, e -> assertThat(e.reason()).isEqualTo(Reason.MISMATCH));
  }

  @Property(tries = 200)
  void a_signature_of_which_one_digit_differs_is_refused(
      @ForAll @IntRange(max = 63) int digit, @ForAll @IntRange(min = 1, max = 15) int by) {
    ReceivedRequest received = signed(aws());
    SignatureClaim claim = claim(received);
    StringBuilder signature = new StringBuilder(claim.signature());
    int value = Character.digit(signature.charAt(digit), 16) ^ by;
    signature.setCharAt(digit, Character.forDigit(value, 16));

    String header = received.headers().getOrDefault("authorization", "");
    String changed = header.replace(claim.signature(), signature);
    refused(otherHeader(received, "authorization", changed), NOON).isEqualTo(Reason.MISMATCH);
  }

  @Test
  void a_request_without_a_signature_claims_none() throws SignatureRefusal {
    assertThat(SignatureClaim.of(new ReceivedRequest("GET", PATH, QUERY, headers(Map.of()))))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource({"-900, true", "900, true", "-901, false", "901, false"})
  void a_time_more_than_15_minutes_away_is_refused(int seconds, boolean accepted) {
    ReceivedRequest received = signed(aws());
    Instant now = NOON.plusSeconds(seconds);
    if (accepted) {
      assertThatCode(() -> verify(received, now)).doesNotThrowAnyException();
    } else {
      refused(received, now).isEqualTo(Reason.SKEWED);
    }
  }

  @ParameterizedTest
  @CsvSource({"-901, NOT_YET_VALID", "-900,", "3600,", "3601, EXPIRED"})
  void a_url_is_good_for_as_long_as_it_says(int seconds, Reason reason) {
    ReceivedRequest received = presigned(aws());
    Instant now = NOON.plusSeconds(seconds);
    if (reason == null) {
      assertThatCode(() -> verify(received, now)).doesNotThrowAnyException();
    } else {
      refused(received, now).isEqualTo(reason);
    }
  }

  @Test
  void a_url_cannot_be_made_to_last_longer() {
    refused(otherParameter(presigned(aws()), "X-Amz-Expires", "604800"), NOON)
        .isEqualTo(Reason.MISMATCH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "+1", "1.5", "604801", "9999999999999", "x"})
  void a_url_of_an_impossible_validity_is_refused(String seconds) {
    refused(otherParameter(presigned(aws()), "X-Amz-Expires", seconds), NOON)
        .isEqualTo(Reason.MALFORMED_QUERY);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_is_said_to_s3_must_be_signed(boolean presigned) {
    ReceivedRequest received = presigned ? presigned(aws()) : signed(aws());
    refused(otherHeader(received, "x-amz-checksum-mode", "ENABLED"), NOON)
        .isEqualTo(Reason.UNSIGNED_HEADER);
    assertThatCode(() -> verify(otherHeader(received, "x-amzn-trace-id", "1"), NOON))
        .doesNotThrowAnyException();
  }

  @Test
  void signatures_in_the_headers_and_in_the_query_do_not_go_together() {
    ReceivedRequest presigned = presigned(aws());
    refused(otherHeader(presigned, "authorization", "AWS4-HMAC-SHA256 x"), NOON)
        .isEqualTo(Reason.TWICE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AWS AKID:frJIUN8DYpKDtOLCwo//yllqDzg=",
        "Basic dXNlcjpwYXNzd29yZA==",
        "Bearer token",
        "AWS4-ECDSA-P256-SHA256 Credential=AKID/20261122/s3/aws4_request",
        "AWS4-HMAC-SHA256",
        ""
      })
  void other_mechanisms_are_not_supported(String authorization) {
    refused(otherHeader(signed(aws()), "authorization", authorization), NOON)
        .isEqualTo(Reason.UNSUPPORTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Credential=AKID/          | Credential=",
        "Credential=AKID           | Credential=AKID/extra",
        "Credential=AKID/20261122  | Credential=AKID/20261123",
        "/s3/                      | /ec2/",
        "aws4_request              | aws4",
        "/us-east-1/               | //",
        "SignedHeaders=host;       | SignedHeaders=",
        "SignedHeaders=host        | SignedHeaders=zebra;host",
        "SignedHeaders=host        | SignedHeaders=host;host",
        "Signature=                | Signature=g",
        "Signature=                | Signature=00",
        "Signature=                | Sign=",
        ", Signature=              | , Credential=x, Signature=",
        ", Signature=              | ,, Signature=",
        ", Signature=              | , Signature",
      })
  void a_malformed_header_is_refused_as_such(String part, String replacement) {
    ReceivedRequest received = signed(aws());
    String header = received.headers().getOrDefault("authorization", "");
    assertThat(header).contains(part);
    refused(otherHeader(received, "authorization", header.replace(part, replacement)), NOON)
        .isEqualTo(Reason.MALFORMED_HEADER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "20261122", "2026-11-22T12:00:00Z", "20261122T250000Z", "20260230T120000Z"})
  void a_malformed_time_is_refused_as_such(String time) {
    refused(otherHeader(signed(aws()), "x-amz-date", time), NOON)
        .isEqualTo(Reason.MALFORMED_HEADER);
    refused(otherParameter(presigned(aws()), "X-Amz-Date", time), NOON)
        .isEqualTo(Reason.MALFORMED_QUERY);
  }

  @Test
  void a_signature_without_a_time_is_refused() {
    ReceivedRequest received = signed(aws());
    SortedMap<String, String> headers = new TreeMap<>(received.headers());
    headers.remove("x-amz-date");
    refused(new ReceivedRequest("GET", PATH, QUERY, headers), NOON)
        .isEqualTo(Reason.MISSING_HEADER);
  }

  @Test
  void a_body_whose_hash_is_not_sent_is_an_empty_one() {
    SortedMap<String, String> headers = new TreeMap<>(headers(Map.of()));
    headers.put("x-amz-date", "20261122T120000Z");
    CanonicalRequest signed =
        new CanonicalRequest(
            "GET", UriEncoding.path(PATH), CanonicalQuery.of(QUERY), headers, SigV4.EMPTY_PAYLOAD);
    DayKey key = new DayKey(KEY.secretAccessKey(), "us-east-1", NOON);
    SortedMap<String, String> sent = new TreeMap<>(headers);
    sent.put(
        "authorization",
        "AWS4-HMAC-SHA256 Credential=AKID/20261122/us-east-1/s3/aws4_request,"
            + "SignedHeaders=host;x-amz-date,Signature="
            + signed.signature(key, "20261122T120000Z"));

    ReceivedRequest received = new ReceivedRequest("GET", PATH, QUERY, sent);
    assertThatCode(() -> verify(received, NOON)).doesNotThrowAnyException();
    assertThat(claim(received).payloadHash()).isEqualTo(SigV4.EMPTY_PAYLOAD);
  }

  @Test
  void urls_of_signature_version_2_are_not_supported() {
    refused(
            new ReceivedRequest(
                "GET",
                PATH,
                Map.of("AWSAccessKeyId", "AKID", "Signature", "x", "Expires", "1"),
                headers(Map.of())),
            NOON)
        .isEqualTo(Reason.UNSUPPORTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"X-Amz-Signature", "X-Amz-Credential", "X-Amz-SignedHeaders", "X-Amz-Date"})
  void a_url_that_lacks_a_part_of_its_signature_is_refused(String parameter) {
    ReceivedRequest received = presigned(aws());
    Map<String, String> parameters = new HashMap<>(received.parameters());
    parameters.remove(parameter);
    refused(new ReceivedRequest("GET", PATH, parameters, received.headers()), NOON)
        .isEqualTo(Reason.MALFORMED_QUERY);
  }

  private static AwsSigner aws() {
    return new AwsSigner("GET", HOST, 443, PATH, QUERY, Map.of(), KEY, "us-east-1", NOON);
  }

  /// What a server gets that `aws` signed in its headers.
  private static ReceivedRequest signed(AwsSigner aws) {
    Map<String, String> headers = new HashMap<>(aws.headers());
    headers.put("x-amz-content-sha256", SigV4.EMPTY_PAYLOAD);
    AwsSigner signer = aws.withHeaders(headers);
    headers.put("x-amz-date", new DayKey("", "", aws.now()).time(aws.now()));
    headers.put("authorization", signer.authorization(new byte[0]));
    headers.put("user-agent", "test");
    return new ReceivedRequest(aws.method(), aws.path(), aws.query(), headers(aws.port(), headers));
  }

  /// What a server gets where `aws` made a URL.
  private static ReceivedRequest presigned(AwsSigner aws) {
    return new ReceivedRequest(
        aws.method(), aws.path(), aws.presigned(HOUR), headers(aws.port(), aws.headers()));
  }

  private static SortedMap<String, String> headers(Map<String, String> headers) {
    return headers(443, headers);
  }

  private static SortedMap<String, String> headers(int port, Map<String, String> headers) {
    SortedMap<String, String> all = new TreeMap<>(headers);
    all.put("host", port == 443 ? HOST : HOST + ":" + port);
    return all;
  }

  private static ReceivedRequest otherPath(ReceivedRequest r, UnaryOperator<String> change) {
    return new ReceivedRequest(r.method(), change.apply(r.path()), r.parameters(), r.headers());
  }

  private static ReceivedRequest otherMethod(ReceivedRequest r) {
    String method = r.method().equals("GET") ? "HEAD" : "GET";
    return new ReceivedRequest(method, r.path(), r.parameters(), r.headers());
  }

  private static ReceivedRequest otherHeader(ReceivedRequest r, String name, String value) {
    SortedMap<String, String> headers = new TreeMap<>(r.headers());
    headers.put(name, value);
    return new ReceivedRequest(r.method(), r.path(), r.parameters(), headers);
  }

  private static ReceivedRequest otherParameter(ReceivedRequest r, String name, String value) {
    Map<String, String> parameters = new HashMap<>(r.parameters());
    parameters.put(name, value);
    return new ReceivedRequest(r.method(), r.path(), parameters, r.headers());
  }

  private static SignatureClaim claim(ReceivedRequest request) {
    try {
      return Objects.requireNonNull(SignatureClaim.of(request));
    } catch (SignatureRefusal e) {
      throw new AssertionError(e);
    }
  }

  private static void verify(ReceivedRequest request, Instant now) throws SignatureRefusal {
    VERIFIER.verify(request, Objects.requireNonNull(SignatureClaim.of(request)), now);
  }

  private static AbstractObjectAssert<?, Reason> refused(ReceivedRequest request, Instant now) {
    AbstractThrowableAssert<?, ? extends Throwable> thrown =
        assertThatThrownBy(() -> verify(request, now));
    return thrown
        .isInstanceOf(SignatureRefusal.class)
        .extracting(e -> ((SignatureRefusal) e).reason());
  }

  @Provide
  Arbitrary<String> keys() {
    Arbitrary<String> odd =
        Arbitraries.of(
            "..", "/", "//", "%", "%2F", "+", " ", "?", "&", "=", "~", "*", "ä", "😀", "a");
    return odd.list().ofMinSize(1).ofMaxSize(8).map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<Map<String, String>> queries() {
    return Arbitraries.maps(Arbitraries.of("prefix", "delimiter", "x-id", "X-a", "ä b"), keys())
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> regions() {
    return Arbitraries.of("us-east-1", "eu-central-1", "auto");
  }

  @Provide
  Arbitrary<Instant> instants() {
    return Arbitraries.longs().between(0, 4_000_000_000L).map(Instant::ofEpochSecond);
  }
}
