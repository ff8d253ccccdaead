package dev.millrace.s3.credentials;

import dev.millrace.s3.xml.UntrustedXml;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// The elements of an XML document that matter, wherever they are in it.
final class XmlParts {
  private XmlParts() {}

  /// The texts of the elements called `names`; empty where `xml` is not well-formed. What is wrong
  /// with it is not told, because it may be a secret.
  static Optional<Map<String, String>> of(byte[] xml, Set<String> names) {
    Map<String, String> parts = new HashMap<>();
    try {
      XMLStreamReader reader = UntrustedXml.reader(xml);
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT
            && names.contains(reader.getLocalName())) {
          parts.put(reader.getLocalName(), reader.getElementText());
        }
      }
      return Optional.of(parts);
    } catch (XMLStreamException _) {
      return Optional.empty();
    }
  }
}
