package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.xml.XmlElement;
import dev.millrace.gateway.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;

/// What DeleteObjects asks for.
///
/// What goes to the origin is written anew, so that no two readers can take one document for
/// different ones.
///
/// @param isQuiet whether the answer is to tell of failures only
record Deletion(boolean isQuiet, List<String> keys) {
  private static final int MOST_KEYS = 1_000;

  static Deletion of(byte[] document) throws S3Error {
    XmlElement root;
    try {
      root = XmlElement.parse(document);
    } catch (IllegalArgumentException _) {
      throw malformed();
    }
    boolean isQuiet = false;
    List<String> keys = new ArrayList<>();
    for (XmlElement element : root.children()) {
      switch (element.name()) {
        case "Quiet" -> isQuiet = element.text().strip().equals("true");
        case "Object" -> keys.add(key(element));
        default -> throw malformed();
      }
    }
    if (!root.name().equals("Delete") || keys.isEmpty() || keys.size() > MOST_KEYS) {
      throw malformed();
    }
    return new Deletion(isQuiet, keys);
  }

  private static String key(XmlElement object) throws S3Error {
    String key = object.text("Key");
    if (key == null || key.isEmpty() || !XmlWriter.canWrite(key)) {
      throw malformed();
    }
    if (object.children().size() > 1) {
      throw new S3Error(
          Code.NOT_IMPLEMENTED, "Objects are deleted by their keys alone, without conditions.");
    }
    return key;
  }

  /// The same for some of its keys, as the origin is asked.
  byte[] documentOf(List<String> some) {
    List<XmlElement> elements = new ArrayList<>();
    elements.add(XmlElement.of("Quiet", Boolean.toString(isQuiet)));
    for (String key : some) {
      elements.add(new XmlElement("Object", "", List.of(XmlElement.of("Key", key))));
    }
    return new XmlElement("Delete", "", elements).toBytes();
  }

  /// What the client is told.
  ///
  /// @param answer of the origin, about the other keys
  /// @param refused the keys that it may not delete
  static byte[] answer(XmlElement answer, List<String> refused) {
    List<XmlElement> elements = new ArrayList<>(answer.children());
    for (String key : refused) {
      elements.add(
          new XmlElement(
              "Error",
              "",
              List.of(
                  XmlElement.of("Key", key),
                  XmlElement.of("Code", "AccessDenied"),
                  XmlElement.of("Message", "Access Denied"))));
    }
    return new XmlElement("DeleteResult", "", elements).toBytes();
  }

  private static S3Error malformed() {
    return new S3Error(
        Code.MALFORMED_XML,
        "The XML you provided was not well-formed or did not validate against our published"
            + " schema.");
  }
}
