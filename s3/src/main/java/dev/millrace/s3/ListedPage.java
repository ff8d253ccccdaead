package dev.millrace.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.s3.xml.UntrustedXml;
import java.net.ProtocolException;
import java.net.URLDecoder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// A part of a listing.
///
/// @param next the token for the page behind this one; null at the end
public record ListedPage(List<ListedObject> objects, @Nullable String next) {
  /// Reads the answer to ListObjectsV2.
  ///
  /// @throws ProtocolException where this is no listing
  public static ListedPage parse(byte[] xml) throws ProtocolException {
    try {
      XMLStreamReader reader = UntrustedXml.reader(xml);
      List<Map<String, String>> contents = new ArrayList<>();
      Map<String, String> page = new HashMap<>();
      reader.nextTag();
      while (reader.next() != XMLStreamConstants.END_DOCUMENT) {
        if (reader.isStartElement()) {
          if (reader.getLocalName().equals("Contents")) {
            contents.add(children(reader));
          } else {
            page.putAll(child(reader));
          }
        }
      }
      boolean encoded = "url".equals(page.get("EncodingType"));
      List<ListedObject> objects = new ArrayList<>(contents.size());
      for (Map<String, String> one : contents) {
        objects.add(object(one, encoded));
      }
      return new ListedPage(objects, "true".equals(page.get("IsTruncated")) ? next(page) : null);
    } catch (XMLStreamException | DateTimeException | IllegalArgumentException e) {
      ProtocolException malformed = new ProtocolException("the listing makes no sense");
      malformed.initCause(e);
      throw malformed;
    }
  }

  private static String next(Map<String, String> page) throws ProtocolException {
    String token = page.get("NextContinuationToken");
    if (token == null) {
      throw new ProtocolException("the listing goes on, and does not say where");
    }
    return token;
  }

  private static ListedObject object(Map<String, String> parts, boolean encoded) {
    String key = parts.getOrDefault("Key", "");
    long size = Long.parseLong(parts.getOrDefault("Size", ""));
    if (key.isEmpty() || size < 0) {
      throw new IllegalArgumentException("\"" + key + "\" of " + size + " bytes");
    }
    return new ListedObject(
        encoded ? URLDecoder.decode(key, UTF_8) : key,
        size,
        parts.getOrDefault("ETag", ""),
        Instant.parse(parts.getOrDefault("LastModified", "")));
  }

  /// The elements in the one at which `reader` is, up to its end.
  private static Map<String, String> children(XMLStreamReader reader) throws XMLStreamException {
    Map<String, String> children = new HashMap<>();
    while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
      children.putAll(child(reader));
    }
    return children;
  }

  /// The element at which `reader` is, up to its end; empty where it has elements of its own.
  private static Map<String, String> child(XMLStreamReader reader) throws XMLStreamException {
    String name = reader.getLocalName();
    StringBuilder text = new StringBuilder();
    boolean leaf = true;
    for (int depth = 1; depth > 0; ) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          depth++;
          leaf = false;
        }
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.CHARACTERS -> text.append(reader.getText());
        default -> {}
      }
    }
    return leaf ? Map.of(name, text.toString()) : Map.of();
  }
}
