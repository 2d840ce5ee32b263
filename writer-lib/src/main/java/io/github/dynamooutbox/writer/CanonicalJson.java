package io.github.dynamooutbox.writer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * JSON by its content: without white space, and with the members of objects in the order of their
 * names, since maps may be written in any order. Two texts with the same content have the same
 * form, and no others have; the form itself is not JSON.
 */
final class CanonicalJson {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  private final JsonParser parser;
  private final StringBuilder form;

  private CanonicalJson(JsonParser parser, int length) {
    this.parser = parser;
    this.form = new StringBuilder(length);
  }

  /** The form of one value; what is not JSON, or nested too deeply, counts as it is. */
  static String of(String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      CanonicalJson canonical = new CanonicalJson(parser, json.length() + json.length() / 4);
      canonical.value();
      return parser.nextToken() == null ? canonical.form.toString() : json;
    } catch (JsonProcessingException notJson) {
      return json;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  private void value() throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      object();
    } else if (token == JsonToken.START_ARRAY) {
      array();
    } else if (token == JsonToken.VALUE_STRING) {
      form.append('"');
      text(parser.getText());
    } else {
      form.append(parser.getText());
    }
  }

  private void object() throws IOException {
    int start = form.length();
    List<String> members = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      text(parser.currentName());
      parser.nextToken();
      value();
      members.add(form.substring(start));
      form.setLength(start);
    }
    members.sort(null);
    form.append('{');
    for (String member : members) {
      form.append(member).append(',');
    }
    form.append('}');
  }

  private void array() throws IOException {
    form.append('[');
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      value();
      form.append(',');
    }
    form.append(']');
  }

  /** With its length, so that nothing in it can be taken for what follows. */
  private void text(String text) {
    form.append(text.length()).append(':').append(text);
  }
}
