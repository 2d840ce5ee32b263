package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The answer to a request. */
final class HttpAnswer {
  private static final String JSON = "application/json; charset=utf-8";

  /** No script, style, picture or connection from elsewhere, and no HTML from strings. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private final int status;
  private final String type;
  private final byte[] body;

  /**
   * An answer.
   *
   * @param body must not be changed afterwards
   */
  HttpAnswer(int status, String type, byte[] body) {
    this.status = status;
    this.type = type;
    this.body = body;
  }

  static HttpAnswer json(int status, ObjectNode document) {
    return new HttpAnswer(status, JSON, document.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Says what is wrong, and what to do. */
  static HttpAnswer problem(int status, String message) {
    return json(status, JsonNodeFactory.instance.objectNode().put("error", message));
  }

  int status() {
    return status;
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Headers that every answer has. */
  static void protect(Headers headers) {
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }

  void send(HttpExchange exchange) throws IOException {
    protect(exchange.getResponseHeaders());
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
    if (!isHead) {
      exchange.getResponseBody().write(body);
    }
  }
}
