package io.github.dynamooutbox.localaws.stub.internal.sns;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a response in XML. */
final class XmlOutput {
  private static final String NAMESPACE = "http://sns.amazonaws.com/doc/2010-03-31/";
  private static final XMLOutputFactory FACTORY = XMLOutputFactory.newFactory();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final XMLStreamWriter writer;

  /** Starts with a root element. */
  XmlOutput(String root) {
    writer = create();
    write(
        () -> {
          writer.writeStartElement(root);
          writer.writeDefaultNamespace(NAMESPACE);
        });
  }

  private XMLStreamWriter create() {
    try {
      return FACTORY.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot create an XML writer", e);
    }
  }

  XmlOutput open(String element) {
    return write(() -> writer.writeStartElement(element));
  }

  XmlOutput close() {
    return write(writer::writeEndElement);
  }

  XmlOutput text(String element, String text) {
    return write(
        () -> {
          writer.writeStartElement(element);
          writer.writeCharacters(text);
          writer.writeEndElement();
        });
  }

  /** Writes a map of strings. */
  XmlOutput map(String element, Map<String, String> map) {
    open(element);
    map.forEach((key, value) -> open("entry").text("key", key).text("value", value).close());
    return close();
  }

  /** Closes all open elements, and returns the document. */
  byte[] finish() {
    write(writer::writeEndDocument);
    write(writer::close);
    return bytes.toByteArray();
  }

  private XmlOutput write(Step step) {
    try {
      step.run();
      return this;
    } catch (XMLStreamException e) {
      throw new IllegalStateException("an answer of the stub could not be written", e);
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws XMLStreamException;
  }
}
