package dev.millrace.s3;

import dev.millrace.s3.xml.UntrustedXml;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// S3's answer to what it cannot or will not do: a small XML document, or, for HEAD, the status
/// alone.
final class ErrorAnswer {
  private static final int LONGEST_BODY = 64 << 10;
  private static final Set<String> PARTS = Set.of("Code", "Message", "RequestId");

  private ErrorAnswer() {}

  /// Reads `answer` to the end and makes an exception of it.
  static S3Exception exception(Answer answer) throws IOException {
    return exception(answer, S3Exception.usualCode(answer.status()));
  }

  /// @param usualCode the code where the answer has none
  static S3Exception exception(Answer answer, String usualCode) throws IOException {
    Map<String, String> parts = parts(answer.exchange().stream().readNBytes(LONGEST_BODY));
    String region = answer.header("x-amz-bucket-region");
    String text = parts.getOrDefault("Message", "");
    return new S3Exception(
        answer.status(),
        parts.getOrDefault("Code", usualCode),
        region == null ? text : (text + " (the bucket lies in region " + region + ")").strip(),
        parts.getOrDefault("RequestId", answer.header("x-amz-request-id")));
  }

  /// The elements in the root of `xml` that matter; as many as there are before it ceases to be
  /// XML.
  private static Map<String, String> parts(byte[] xml) {
    Map<String, String> parts = new HashMap<>();
    try {
      XMLStreamReader reader = UntrustedXml.reader(xml);
      int depth = 0;
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            if (depth == 1 && PARTS.contains(reader.getLocalName())) {
              parts.put(reader.getLocalName(), reader.getElementText());
            } else {
              depth++;
            }
          }
          case XMLStreamConstants.END_ELEMENT -> depth--;
          default -> {}
        }
      }
    } catch (XMLStreamException _) {
      return parts;
    }
    return parts;
  }
}
