package dev.millrace.gateway.xml;

import dev.millrace.s3.xml.UntrustedXml;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// An element of the documents of S3's interface, in which there is either text or elements, and
/// neither attributes nor namespaces matter.
///
/// @param text empty where there are elements
public record XmlElement(String name, String text, List<XmlElement> children) {
  private static final int DEEPEST = 8;

  /// The root of a document of which nothing is believed.
  ///
  /// @throws IllegalArgumentException if it is none, or deeper than any of S3's
  public static XmlElement parse(byte[] document) {
    try {
      XMLStreamReader reader = UntrustedXml.reader(document);
      reader.nextTag();
      XmlElement root = read(reader, 1);
      while (reader.hasNext()) {
        reader.next();
      }
      return root;
    } catch (XMLStreamException e) {
      throw new IllegalArgumentException("not XML", e);
    }
  }

  private static XmlElement read(XMLStreamReader reader, int depth) throws XMLStreamException {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException("too deep");
    }
    String name = reader.getLocalName();
    StringBuilder text = new StringBuilder();
    List<XmlElement> children = new ArrayList<>();
    while (reader.next() != XMLStreamConstants.END_ELEMENT) {
      if (reader.isStartElement()) {
        children.add(read(reader, depth + 1));
      } else if (reader.isCharacters()) {
        text.append(reader.getText());
      }
    }
    return new XmlElement(name, children.isEmpty() ? text.toString() : "", children);
  }

  public static XmlElement of(String name, String text) {
    return new XmlElement(name, text, List.of());
  }

  /// The text of the only child of that name, or of the first; null if there is none.
  public @Nullable String text(String child) {
    return children.stream()
        .filter(each -> each.name.equals(child))
        .map(XmlElement::text)
        .findFirst()
        .orElse(null);
  }

  /// The document of which this is the root.
  public byte[] toBytes() {
    XmlWriter out = new XmlWriter().root(name);
    children.forEach(child -> child.write(out));
    return out.close(name).toBytes();
  }

  private void write(XmlWriter out) {
    if (children.isEmpty()) {
      out.text(name, text);
    } else {
      out.open(name);
      children.forEach(child -> child.write(out));
      out.close(name);
    }
  }
}
