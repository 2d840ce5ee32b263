package io.github.dynamooutbox.examples.limits;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.dynamooutbox.writer.Event;

/** Kinds of content, which grow by different factors when they are published. */
enum Content {
  JSON(true) {
    @Override
    Event event(int size) {
      return Event.ofJson("Placed", json("x".repeat(size)));
    }
  },
  UMLAUTS(true) {
    @Override
    Event event(int size) {
      return Event.ofJson("Placed", json("\u00e4".repeat(size)));
    }
  },
  JSON_IN_BYTES(true) {
    @Override
    Event event(int size) {
      byte[] bytes = json("x".repeat(size)).getBytes(UTF_8);
      return Event.ofBytes("Placed", bytes, "application/json");
    }
  },
  TEXT_OF_CONTROL_CHARACTERS(false) {
    @Override
    Event event(int size) {
      return Event.ofText("Placed", "\u0001".repeat(size), "text/plain");
    }
  },
  TEXT_OF_QUOTES(false) {
    @Override
    Event event(int size) {
      return Event.ofText("Placed", "\"".repeat(size), "text/plain");
    }
  },
  BYTES(false) {
    @Override
    Event event(int size) {
      return Event.ofBytes("Placed", new byte[size], "application/avro");
    }
  },
  PREVIOUS_OF_QUOTES(true) {
    @Override
    Event event(int size) {
      return Event.ofJson("Placed", json("x")).previous(json("\\\"".repeat(size)));
    }
  },
  PREVIOUS_OF_LINES(true) {
    @Override
    Event event(int size) {
      return Event.ofJson("Placed", json("x")).previous("{" + "\n".repeat(size) + "}");
    }
  },
  HEADERS(true) {
    @Override
    Event event(int size) {
      return Event.ofJson("Placed", json("x")).header("note", "\"".repeat(size));
    }
  },
  MANY_HEADERS(true) {
    @Override
    Event event(int size) {
      Event event = Event.ofJson("Placed", json("x".repeat(size)));
      for (int i = 0; i < 300; i++) {
        event = event.header("h" + i, "x");
      }
      return event;
    }
  };

  private final boolean json;

  Content(boolean json) {
    this.json = json;
  }

  /** An event with so much of it. */
  abstract Event event(int size);

  /** Whether its payload is a JSON object. */
  boolean isJson() {
    return json;
  }

  private static String json(String text) {
    return "{\"text\":\"" + text + "\"}";
  }
}
