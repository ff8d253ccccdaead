package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The examples of Amazon's documentation: "Signature Calculations for the Authorization Header:
/// Transferring Payload in Multiple Chunks", and "Including Trailing Headers (Chunked Upload)".
class ChunkSignaturesTest {
  private static final byte[] FIRST = "a".repeat(65_536).getBytes(US_ASCII);
  private static final byte[] SECOND = "a".repeat(1_024).getBytes(US_ASCII);

  private static ChunkSignatures after(String seed) {
    SignatureClaim claim =
        new SignatureClaim(
            "AKIAIOSFODNN7EXAMPLE",
            "us-east-1",
            Instant.parse("2013-05-24T00:00:00Z"),
            List.of("host"),
            seed,
            null,
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
    return new SigV4Verifier("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY").chunks(claim);
  }

  private static void chunk(ChunkSignatures signatures, byte[] bytes, String signature)
      throws SignatureRefusal {
    signatures.update(bytes, 0, bytes.length);
    signatures.endChunk(signature);
  }

  @Test
  void the_chunks_of_the_example_are_accepted() {
    ChunkSignatures signatures =
        after("4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
    assertThatCode(
            () -> {
              chunk(
                  signatures,
                  FIRST,
                  "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648");
              chunk(
                  signatures,
                  SECOND,
                  "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497");
              chunk(
                  signatures,
                  new byte[0],
                  "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9");
            })
        .doesNotThrowAnyException();
  }

  @Test
  void the_chunks_and_the_trailer_of_the_example_are_accepted() {
    ChunkSignatures signatures =
        after("106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
    assertThatCode(
            () -> {
              chunk(
                  signatures,
                  FIRST,
                  "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2");
              chunk(
                  signatures,
                  SECOND,
                  "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7");
              chunk(
                  signatures,
                  new byte[0],
                  "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992");
              signatures.endTrailer(
                  "x-amz-checksum-crc32c:sOO8/Q==\n",
                  "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435");
            })
        .doesNotThrowAnyException();
  }

  @Test
  void chunks_in_another_order_are_refused() {
    ChunkSignatures signatures =
        after("4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
    assertThatExceptionOfType(SignatureRefusal.class)
        .isThrownBy(() ->
            chunk(
                signatures,
                SECOND,
                "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"));
  }
}
