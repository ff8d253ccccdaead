package dev.millrace.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.retry.RetryPolicy;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {
  private static final Pattern TOKEN = Pattern.compile("continuation-token=([^& ]+)");

  private static String page(String... parts) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        + String.join("\n", parts)
        + "</ListBucketResult>";
  }

  private static String contents(String key) {
    return "<Contents><Key>"
        + key
        + "</Key><LastModified>2026-11-03T10:00:00.000Z</LastModified>"
        + "<ETag>&quot;v1&quot;</ETag><Size>5</Size><StorageClass>STANDARD</StorageClass>"
        + "</Contents>";
  }

  private static ListedPage parse(String... parts) throws ProtocolException {
    return ListedPage.parse(page(parts).getBytes(UTF_8));
  }

  private static List<String> keys(String... parts) throws ProtocolException {
    return parse(parts).objects().stream().map(ListedObject::key).toList();
  }

  @Test
  void all_that_is_said_of_an_object_is_read() throws ProtocolException {
    ListedPage page =
        parse(
            "<Name>grain</Name><KeyCount>2</KeyCount><IsTruncated>false</IsTruncated>",
            "<Contents><Size>5497558138880</Size><Owner><ID>me</ID><Key>mine</Key></Owner>",
            "<Key>wheat</Key><Unknown><Key>x</Key></Unknown>",
            "<LastModified>2026-11-03T10:00:00.123Z</LastModified>",
            "<ETag>&quot;v1-7&quot;</ETag></Contents>",
            "<CommonPrefixes><Prefix>a/</Prefix></CommonPrefixes>",
            "<Contents><Key>rye</Key><Size>0</Size>",
            "<LastModified>2026-11-03T10:00:00Z</LastModified></Contents>");
    assertThat(page.next()).isNull();
    assertThat(page.objects())
        .containsExactly(
            new ListedObject(
                "wheat", 5L << 40, "\"v1-7\"", Instant.parse("2026-11-03T10:00:00.123Z")),
            new ListedObject("rye", 0, "", Instant.parse("2026-11-03T10:00:00Z")));
  }

  @Test
  void an_empty_listing_has_no_objects() throws ProtocolException {
    assertThat(parse().objects()).isEmpty();
    assertThat(ListedPage.parse("<ListBucketResult/>".getBytes(UTF_8)).objects()).isEmpty();
  }

  @Test
  void keys_are_decoded_where_the_service_has_encoded_them() throws ProtocolException {
    String encoded = contents("a+b%2Bc%20%0A%01%F0%9F%98%80%26");
    assertThat(keys("<EncodingType>url</EncodingType>", encoded))
        .containsExactly("a b+c \n\u0001😀&");
    assertThat(keys(encoded, "<EncodingType>url</EncodingType>"))
        .containsExactly("a b+c \n\u0001😀&");
    assertThat(keys(contents("a+b%2B &amp; &lt;ö&#x1F600;<![CDATA[<&>]]>")))
        .containsExactly("a+b%2B & <ö😀<&>");
  }

  @Property(tries = 200)
  void every_key_that_is_encoded_is_read(@ForAll @NotEmpty String key) throws ProtocolException {
    String encoded = URLEncoder.encode(key, UTF_8);
    // What is no text in UTF-16, a half of a surrogate pair, is none in UTF-8 either.
    assertThat(keys("<EncodingType>url</EncodingType>", contents(encoded)))
        .containsExactly(new String(key.getBytes(UTF_8), UTF_8));
  }

  @Test
  void a_page_of_a_thousand_is_read() throws ProtocolException {
    String[] parts =
        IntStream.range(0, 1000)
            .mapToObj(i -> contents("a&amp;b".repeat(100) + i))
            .toArray(String[]::new);
    assertThat(keys(parts)).hasSize(1000).endsWith("a&b".repeat(100) + "999");
  }

  @Test
  void a_page_that_is_not_the_last_names_the_next() throws ProtocolException {
    String truncated = "<IsTruncated>true</IsTruncated>";
    assertThat(parse(truncated, "<NextContinuationToken>a/+=</NextContinuationToken>").next())
        .isEqualTo("a/+=");
    assertThatThrownBy(() -> parse(truncated))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("the listing goes on, and does not say where");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "{}",
        "<ListBucketResult>",
        "<ListBucketResult><Contents></ListBucketResult>",
        "<ListBucketResult><Contents/></ListBucketResult>",
        "<ListBucketResult><Contents>text</Contents></ListBucketResult>",
        "<ListBucketResult/><ListBucketResult/>",
        "<ListBucketResult>&#1;</ListBucketResult>",
        "<a:ListBucketResult/>",
        "\u0000",
      })
  void what_is_no_listing_is_an_error(String xml) {
    assertThatThrownBy(() -> ListedPage.parse(xml.getBytes(UTF_8)))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("the listing makes no sense");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<Size>5</Size>:<Size>five</Size>",
        "<Size>5</Size>:<Size>-5</Size>",
        "<Size>5</Size>:<Size>99999999999999999999</Size>",
        "<Size>5</Size>:",
        "2026-11-03T10:00:00.000Z:yesterday",
        "<Key>k</Key>:<Key>%zz</Key>",
        "<Key>k</Key>:"
      })
  void an_object_that_makes_no_sense_is_an_error(String change) {
    int colon = change.lastIndexOf(':');
    String contents =
        contents("k").replace(change.substring(0, colon), change.substring(colon + 1));
    assertThat(contents).isNotEqualTo(contents("k"));
    assertThatThrownBy(() -> parse("<EncodingType>url</EncodingType>", contents))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void nothing_is_declared_expanded_or_loaded() {
    for (String doctype :
        List.of(
            "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/hostname\">]>",
            "<!DOCTYPE x [<!ENTITY f \"text\">]>",
            "<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\">",
            "<!DOCTYPE x [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/\"> %p;]>")) {
      String xml = doctype + page(contents("wheat&f;"));
      String late = xml.substring(xml.indexOf("<?xml")).replaceFirst("\\?>", "?>" + doctype);
      for (String one : List.of(xml.replaceFirst("<\\?xml[^>]*>", ""), late)) {
        assertThatThrownBy(() -> ListedPage.parse(one.getBytes(UTF_8)))
            .isInstanceOf(ProtocolException.class)
            .hasMessage("the listing makes no sense");
      }
    }
  }

  @Test
  void an_entity_that_nobody_declared_is_an_error() {
    assertThatThrownBy(() -> parse(contents("wheat&f;"))).isInstanceOf(ProtocolException.class);
  }

  @Test
  void depth_is_no_danger() {
    String deep = "<a>".repeat(100_000) + "</a>".repeat(100_000);
    assertThatThrownBy(() -> parse(deep)).isInstanceOf(ProtocolException.class);
  }

  // Page after page.

  /// A service with so many pages of two objects each, which asks for each with its number.
  private static ScriptedServer pages(int count, List<String> asked) throws IOException {
    return ScriptedServer.start((head, client) -> {
      Matcher token = TOKEN.matcher(head);
      int number = token.find() ? Integer.parseInt(token.group(1)) : 0;
      asked.add(head.lines().findFirst().orElseThrow());
      String xml =
          page(
              contents(number + "a"),
              contents(number + "b"),
              number + 1 < count
                  ? "<IsTruncated>true</IsTruncated><NextContinuationToken>"
                      + (number + 1)
                      + "</NextContinuationToken>"
                  : "<IsTruncated>false</IsTruncated>");
      ScriptedServer.write(client, xml, "HTTP/1.1 200 OK", "Content-Length: " + xml.length());
    });
  }

  private static S3Client client(ScriptedServer server) {
    return new S3Client(
        S3Config.builder(server.endpoint(), "us-east-1").retries(RetryPolicy.none()).build());
  }

  @Test
  void pages_are_asked_for_when_they_are_needed() throws IOException {
    List<String> asked = new ArrayList<>();
    try (ScriptedServer server = pages(3, asked);
        S3Client client = client(server);
        Stream<ListedObject> objects = client.list("grain", "a b/")) {
      Iterator<ListedObject> each = objects.iterator();
      assertThat(each.next().key()).isEqualTo("0a");
      assertThat(each.next().key()).isEqualTo("0b");
      assertThat(asked).hasSize(1);
      assertThat(each.next().key()).isEqualTo("1a");
      assertThat(asked).hasSize(2);
      assertThat(asked.getFirst())
          .isEqualTo("GET /grain?encoding-type=url&list-type=2&prefix=a%20b%2F HTTP/1.1");
      assertThat(asked.getLast()).contains("continuation-token=1", "prefix=a%20b%2F");
    }
  }

  @Test
  void who_wants_a_few_objects_asks_for_one_page() throws IOException {
    List<String> asked = new ArrayList<>();
    try (ScriptedServer server = pages(3, asked);
        S3Client client = client(server)) {
      assertThat(client.list("grain", "").limit(2)).hasSize(2);
      assertThat(client.list("grain", "").findFirst()).isPresent();
      assertThat(asked).hasSize(2);
    }
  }

  @Test
  void all_pages_are_read_to_the_end() throws IOException {
    List<String> asked = new ArrayList<>();
    try (ScriptedServer server = pages(3, asked);
        S3Client client = client(server)) {
      assertThat(client.list("grain", "").map(ListedObject::key))
          .containsExactly("0a", "0b", "1a", "1b", "2a", "2b");
      assertThat(asked).hasSize(3);
    }
  }

  @Test
  void nothing_is_asked_before_the_stream_is_read() throws IOException {
    List<String> asked = new ArrayList<>();
    try (ScriptedServer server = pages(1, asked);
        S3Client client = client(server)) {
      client.list("grain", "").close();
      assertThat(asked).isEmpty();
    }
  }

  @Test
  void a_listing_that_goes_round_in_a_circle_is_an_error() throws IOException {
    String xml =
        page(
            contents("wheat"),
            "<IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken>");
    try (ScriptedServer server =
            ScriptedServer.start(xml, "HTTP/1.1 200 OK", "Content-Length: " + xml.length());
        S3Client client = client(server)) {
      assertThatThrownBy(() -> client.list("grain", "").count())
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("goes round in a circle");
    }
  }

  @Test
  void a_failure_while_the_stream_is_read_is_unchecked() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start("", "HTTP/1.1 403 Forbidden", "Content-Length: 0");
        S3Client client = client(server)) {
      Stream<ListedObject> objects = client.list("grain", "");
      assertThatThrownBy(objects::count)
          .isInstanceOf(UncheckedIOException.class)
          .hasCauseInstanceOf(S3Exception.class);
    }
  }
}
