package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.sign.ChunkSignatures;
import dev.millrace.s3.sign.SigV4;
import java.io.InputStream;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What comes along with a request, decoded. Where it is not what its signature or its trailer says
/// of it, it does not end, but fails with a [RefusedBody].
///
/// @param length in bytes
/// @param sha256 that it has once it has ended; null where that is not announced
/// @param trailer of the checksum that is known at its end; null where none is
/// @param chunks the same bytes, where they came in chunks, which tell the checksum; else null
record Incoming(
    InputStream bytes,
    long length,
    @Nullable String sha256,
    @Nullable ChecksumAlgorithm trailer,
    @Nullable AwsChunkedBody chunks) {
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final String SIGNED = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
  private static final String TRAILER = "-TRAILER";
  private static final String ANNOUNCED = "x-amz-trailer";

  /// Stands for bytes without a hash, in chunks that are not signed, with a trailer.
  static final String UNSIGNED_CHUNKS = "STREAMING-UNSIGNED-PAYLOAD" + TRAILER;

  /// The checksum in the trailer, which has proved right; null before the end, or if there is none.
  @Nullable String checksum() {
    return chunks == null ? null : chunks.checksum();
  }

  /// Reads what a request says of its body. Nothing of that is asked for yet if it is refused.
  ///
  /// @param longest that is allowed
  /// @param tooLong what to call it if it is longer
  static Incoming of(Exchange exchange, Asker asker, long longest, Code tooLong) throws S3Error {
    String form = form(exchange, asker);
    boolean isChunked =
        form.equals(UNSIGNED_CHUNKS) || form.equals(SIGNED) || form.equals(SIGNED + TRAILER);
    if (!form.endsWith(TRAILER)) {
      requireNoTrailer(exchange);
    }
    String said =
        exchange.headers().get(isChunked ? "x-amz-decoded-content-length" : "content-length");
    long length = exchange.endsWithoutBody() ? 0 : length(said);
    if (length > longest) {
      throw new S3Error(tooLong, "Your request is larger than the " + longest + " bytes allowed.");
    }
    return isChunked ? chunked(exchange, asker, form, length) : plain(exchange, form, length);
  }

  private static Incoming plain(Exchange exchange, String form, long length) throws S3Error {
    String codings = exchange.headers().getOrDefault("content-encoding", "");
    if (codings.toLowerCase(Locale.ROOT).contains("aws-chunked")) {
      throw new S3Error(
          Code.INVALID_REQUEST, "Content-Encoding: aws-chunked, but no STREAMING- payload.");
    }
    if (form.equals(SigV4.UNSIGNED_PAYLOAD)) {
      return new Incoming(new ClientBody(exchange.body(), length), length, null, null, null);
    }
    if (!HASH.matcher(form).matches()) {
      throw new S3Error(Code.NOT_IMPLEMENTED, "x-amz-content-sha256: " + form + " is not served.");
    }
    InputStream hashed = new HashedBody(new ClientBody(exchange.body(), length), form);
    return new Incoming(hashed, length, form, null, null);
  }

  private static Incoming chunked(Exchange exchange, Asker asker, String form, long length)
      throws S3Error {
    String said = exchange.headers().get("content-length");
    long encoded = said == null ? -1 : length(said);
    Asker.Proof proof = asker.proof();
    ChunkSignatures signatures =
        proof == null || form.equals(UNSIGNED_CHUNKS)
            ? null
            : proof.verifier().chunks(proof.claim());
    boolean hasTrailer = form.endsWith(TRAILER);
    ChecksumAlgorithm algorithm = hasTrailer ? trailer(exchange) : null;
    AwsChunkedBody chunks =
        new AwsChunkedBody(
            new ClientBody(exchange.body(), encoded), length, signatures, hasTrailer, algorithm);
    return new Incoming(chunks, length, null, algorithm, chunks);
  }

  private static String form(Exchange exchange, Asker asker) {
    return asker.proof() == null
        ? exchange.headers().getOrDefault("x-amz-content-sha256", SigV4.UNSIGNED_PAYLOAD)
        : asker.proof().claim().payloadHash();
  }

  /// @throws S3Error if a trailer is announced, which what comes along has no place for
  static void requireNoTrailer(Exchange exchange) throws S3Error {
    if (exchange.headers().containsKey(ANNOUNCED)) {
      throw new S3Error(
          Code.INVALID_REQUEST, "x-amz-trailer, but no STREAMING- payload with a trailer.");
    }
  }

  private static @Nullable ChecksumAlgorithm trailer(Exchange exchange) throws S3Error {
    String name = exchange.headers().get(ANNOUNCED);
    if (name == null) {
      return null;
    }
    return ChecksumAlgorithm.CHEAPEST_FIRST.stream()
        .filter(each -> each.header().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(
            () -> new S3Error(Code.NOT_IMPLEMENTED, "The trailer " + name + " is not served."));
  }

  private static long length(@Nullable String header) throws S3Error {
    if (header == null || !LENGTH.matcher(header).matches()) {
      throw new S3Error(
          Code.MISSING_CONTENT_LENGTH, "You must provide the Content-Length HTTP header.");
    }
    return Long.parseLong(header);
  }
}
