package dev.millrace.bench.evidence;

import static dev.millrace.bench.evidence.Bar.times;
import static dev.millrace.bench.evidence.Bar.timesAsMuch;
import static dev.millrace.bench.evidence.Bar.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// What it costs to get bytes from one place to another: downloads, sealing, placement; and the
/// gateway, in which all parts are at work.
final class TransferClaims {
  private static final String BARE = "bare";
  private static final String[] SDK = {"sdk-url-connection", "sdk-apache", "sdk-netty", "sdk-crt"};

  private static final String NGINX = "nginx";
  private static final Bar AS_NGINX = times(1, NGINX);

  /// The sizes of objects, and what the rate of requests for each is to reach.
  private static final SequencedMap<String, Bar> OBJECTS = new LinkedHashMap<>();

  static {
    OBJECTS.put("100KB", AS_NGINX);
    OBJECTS.put("10MB", AS_NGINX);
    OBJECTS.put("1KB", times(0.7, NGINX));
  }

  static final List<Claim> ALL = List.of(downloads(), passes(), tiers(), gateway());

  private TransferClaims() {}

  private static Claim downloads() {
    return new Claim(
        "tax-7",
        "Clients that copy and poll",
        "s3",
        "100 KB from S3 took 605 ms in the median with its SDK, 772 with HttpClient and 446 with a"
            + " bare socket; 50 MB took 12 to 15 % of a processor, and 8 % with the socket. Calls of"
            + " poll, of futex and of the clock were most of the rest.",
        "605 / 772 / 446 ms for 100 KB; 12–15 % against 8 % of a CPU at 50 MB",
        "[Understanding Linux Internals for Data Transfer](https://miuv.blog/2017/12/02/understanding-linux-internals-for-data-transfer-part-3/)",
        "Downloads from nginx on loopback over kept connections, in one thread: the network's time,"
            + " which was most of the known figures, is not in these. `bare` is a loop around a"
            + " socket, which knows no more of HTTP than it must and signs nothing;"
            + " `bare-millrace` the same over our TLS; `sdk-millrace` the AWS SDK over our client.",
        "s3-download",
        "s3.md",
        "sdk-crt",
        List.of(
            Figure.of(
                "100 KB over HTTPS",
                words("100KB", "https"),
                "us",
                times(5, SDK),
                times(2, "apache"),
                timesAsMuch(1.15, BARE)),
            Figure.of(
                "100 KB over HTTP",
                words("100KB", "http"),
                "us",
                times(5, SDK),
                times(2, "apache"),
                timesAsMuch(1.15, BARE)),
            Figure.of(
                "50 MB over HTTPS, processor time",
                words("50MB", "https"),
                "cpu-us",
                times(1 / 0.85, SDK)),
            Figure.of("50 MB over HTTPS", words("50MB", "https"), "us", timesAsMuch(1.15, BARE)),
            Figure.of(
                "100 KB over HTTPS, calls that poll",
                words("100KB", "https"),
                "poll-calls",
                within(0)),
            Figure.of("100 KB over HTTPS, system calls", words("100KB", "https"), "syscalls")));
  }

  private static String words(String size, String scheme) {
    return "client=millrace size=%s scheme=%s conn=keep threads=1".formatted(size, scheme);
  }

  private static Claim passes() {
    return new Claim(
        "tax-9",
        "Compressing and encrypting in two passes",
        "seal",
        "Data is compressed, and what comes of it encrypted, in two passes over memory or files. The"
            + " idea to encrypt only the Huffman tables of DEFLATE was to save \"80 % of the"
            + " cycles\", and unmeasured.",
        "“80 % of the cycles” claimed, unmeasured",
        "[What if we combine compression with encryption]"
            + "(https://miuv.blog/2017/12/03/"
            + "thought-paper-what-if-we-combine-compression-with-encryption/)",
        "A buffer larger than most last caches, sealed in one pass beside compressed and then"
            + " encrypted; blocks of 64 KiB beside zstd alone at the same level; a file to the other"
            + " end of a connection beside gzip, encryption and TLS by way of files; and the idea"
            + " itself, built as an [experiment](../huffman-tables.md) and broken, beside encrypting"
            + " all.",
        "seal",
        "seal.md",
        "two-passes",
        List.of(
            Figure.of("one pass over JSON", "op=seal corpus=json buffer=*", "MB/s"),
            Figure.of("one pass over random bytes", "op=seal corpus=random buffer=*", "MB/s"),
            block("text in blocks of 64 KiB", "text"),
            block("JSON in blocks of 64 KiB", "json"),
            block("columns in blocks of 64 KiB", "parquet"),
            block("random bytes in blocks of 64 KiB", "random"),
            Figure.of(
                "a file of JSON to the other end",
                "op=deliver corpus=json *",
                "ms",
                times(5, "gzip-6-files")),
            Figure.of("tables of JSON alone", "op=tables corpus=json *", "ns/byte")));
  }

  private static Figure block(String label, String corpus) {
    return Figure.of(
        label,
        "op=seal corpus=%s block=64KiB in=array with=zstd:1 ratio=*".formatted(corpus),
        "MB/s",
        timesAsMuch(1.08, "compress"));
  }

  private static Claim tiers() {
    return new Claim(
        "tax-10",
        "A second tier placed by the hash of the first",
        "fleet",
        "It was told, without a source that we can name, that what a main cluster lost went to an"
            + " auxiliary one chosen by the same hash, of which only the"
            + " even-numbered nodes then got any. 10,000 keys were hashed in 38 ms (the ninth of ten),"
            + " in 47 ms with SHA.",
        "even-numbered nodes only; 38 ms (p90) for 10,000 keys, 47 ms with SHA",
        "",
        "10,000 keys placed on 18 nodes in one thread. Then the keys of each of 8 main nodes on an"
            + " auxiliary tier of 4: those of its fullest node by an even share, for the main node"
            + " that comes off worst, where 1 is even and 4 is all on one. Ours has a seed for each"
            + " tier; the others are used with one hash for both, with another seed where they can"
            + " have one, or after a main tier placed by `hashCode`.",
        "placement",
        "fleet.md",
        "sha-256-int",
        List.of(
            Figure.of("10,000 keys on 18 nodes", "op=place ours=plain *", "us,p50", within(2_000)),
            Figure.of("the ninth of ten", "op=place ours=plain *", "us,p90"),
            Figure.of("allocated for a key", "op=place ours=plain *", "B/key", within(0)),
            fallback("one hash for both tiers", "same"),
            fallback("another seed for the second tier", "other-seed"),
            fallback("the first tier by hashCode", "hash-code")));
  }

  private static Figure fallback(String label, String main) {
    return Figure.of(label + ", fullest node", "op=fallback keys=path main=" + main, "max/mean");
  }

  private static Claim gateway() {
    return new Claim(
        "gateway",
        "The gateway as a whole",
        "gateway",
        "No tax of its own: what the parts come to together, where a service on the JVM stands beside"
            + " servers in C.",
        "–",
        "",
        "GET of cached objects over TLS 1.3 and HTTP/1.1 by 64 clients on the same machine, against"
            + " nginx's `proxy_cache` and Varnish behind hitch; and full handshakes.",
        "gateway",
        "gateway.md",
        NGINX,
        gatewayFigures());
  }

  /// What it has to reach is told of rates and of slow requests; processor time and memory are
  /// beside them, but for the one bar on those.
  private static List<Figure> gatewayFigures() {
    List<Figure> figures = new ArrayList<>();
    OBJECTS.forEach((size, least) -> {
      figures.add(Figure.of(size + ", kept connections", kept(size), "req/s", least));
      figures.add(Figure.of(size + ", a connection for each", closed(size), "req/s", least));
    });
    for (String size : OBJECTS.keySet()) {
      figures.add(
          Figure.of(size + ", kept connections, 99 of 100", kept(size), "p99-ms", AS_NGINX));
      figures.add(
          Figure.of(size + ", a connection for each, 99 of 100", closed(size), "p99-ms", AS_NGINX));
    }
    figures.add(Figure.of("full handshakes", "handshake=full", "handshakes/s", AS_NGINX));
    figures.add(Figure.of("full handshakes, processor time", "handshake=full", "cpu-us/handshake"));
    for (String size : OBJECTS.keySet()) {
      Bar[] bars = size.equals("100KB") ? new Bar[] {timesAsMuch(1.5, NGINX)} : new Bar[0];
      figures.add(
          Figure.of(size + ", kept connections, processor time", kept(size), "cpu-us/req", bars));
    }
    figures.add(Figure.of("memory, at 100KB", kept("100KB"), "mem-MiB"));
    return figures;
  }

  private static String kept(String size) {
    return "size=%s conn=keep".formatted(size);
  }

  private static String closed(String size) {
    return "size=%s conn=close".formatted(size);
  }
}
