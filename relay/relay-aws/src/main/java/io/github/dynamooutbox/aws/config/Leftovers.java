package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds what a JSON tree silently omits: all but the last of equal keys, and content after the end.
 */
final class Leftovers {
  private Leftovers() {}

  static void find(JsonParser parser, Problems problems) throws IOException {
    Deque<Set<String>> open = new ArrayDeque<>();
    int values = 0;
    JsonToken token;
    while ((token = parser.nextToken()) != null) {
      values += open.isEmpty() ? 1 : 0;
      switch (token) {
        case START_OBJECT, START_ARRAY -> open.push(new HashSet<>());
        case END_OBJECT, END_ARRAY -> open.pop();
        case FIELD_NAME -> {
          if (!open.element().add(parser.currentName())) {
            problems.add(path(parser), "this key occurs twice; keep one");
          }
        }
        default -> {
          // Values have no keys.
        }
      }
    }
    if (values > 1) {
      problems.add("", "has content after its end");
    }
  }

  private static String path(JsonParser parser) {
    String pointer = parser.getParsingContext().pathAsPointer().toString();
    StringBuilder path = new StringBuilder();
    for (String step : pointer.substring(1).split("/", -1)) {
      boolean index = !path.isEmpty() && step.chars().allMatch(c -> c >= '0' && c <= '9');
      path.append(index ? "[" + step + "]" : (path.isEmpty() ? "" : ".") + step);
    }
    return path.toString();
  }
}
