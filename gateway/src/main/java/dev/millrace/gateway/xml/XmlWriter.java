package dev.millrace.gateway.xml;

import java.nio.charset.StandardCharsets;

/// Writes the small XML documents of S3's interface.
///
/// Not thread-safe. Element names are the caller's constants; text is escaped. Characters that XML
/// 1.0 cannot express (section 2.2) come out as U+FFFD.
public final class XmlWriter {
  private static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

  private final StringBuilder out =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

  /// Opens the outermost element, in S3's namespace.
  public XmlWriter root(String name) {
    out.append('<').append(name).append(" xmlns=\"").append(NAMESPACE).append("\">");
    return this;
  }

  public XmlWriter open(String name) {
    out.append('<').append(name).append('>');
    return this;
  }

  public XmlWriter close(String name) {
    out.append("</").append(name).append('>');
    return this;
  }

  /// An element that holds text alone.
  public XmlWriter text(String name, String value) {
    open(name);
    value.codePoints().forEach(this::escape);
    return close(name);
  }

  /// The document in UTF-8.
  public byte[] toBytes() {
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void escape(int c) {
    switch (c) {
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '&' -> out.append("&amp;");
      case '"' -> out.append("&quot;");
      case '\r' -> out.append("&#13;");
      default -> out.appendCodePoint(isXmlCharacter(c) ? c : 0xFFFD);
    }
  }

  /// Whether XML 1.0 can express all of `text`.
  public static boolean canWrite(String text) {
    return text.codePoints().allMatch(XmlWriter::isXmlCharacter);
  }

  private static boolean isXmlCharacter(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
