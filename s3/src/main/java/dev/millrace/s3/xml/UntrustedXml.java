package dev.millrace.s3.xml;

import java.io.ByteArrayInputStream;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// XML of which nothing is believed: it can neither declare entities nor have anything loaded.
public final class UntrustedXml {
  private static final XMLInputFactory FACTORY = factory();

  private UntrustedXml() {}

  public static XMLStreamReader reader(byte[] xml) throws XMLStreamException {
    return FACTORY.createXMLStreamReader(new ByteArrayInputStream(xml));
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    // The JDK counts &amp; and its like as entities. There are no others, so none can grow.
    factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
    factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
    return factory;
  }
}
