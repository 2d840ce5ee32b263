package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * Serves requests that the guard has let through: the page, its state, queries and acts.
 * Thread-safe.
 */
final class Pages {
  /** A thousand ticked events with usual names. */
  private static final int MOST_BYTES = 1 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final StaticFiles files = new StaticFiles();
  private final Live live;
  private final Questions questions;
  private final Acts acts;

  Pages(Live live, Questions questions, Acts acts) {
    this.live = live;
    this.questions = questions;
    this.acts = acts;
  }

  void answer(HttpExchange exchange, String path) throws IOException {
    answerOf(exchange, path).send(exchange);
  }

  private HttpAnswer answerOf(HttpExchange exchange, String path) throws IOException {
    try {
      return switch (exchange.getRequestMethod()) {
        case "GET" -> get(exchange, path);
        case "POST" -> post(exchange, path);
        default -> HttpAnswer.problem(405, "only GET and POST are answered");
      };
    } catch (OperatorException e) {
      return HttpAnswer.problem(status(e), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      // Its message may contain anything.
      return HttpAnswer.problem(500, "the console has failed: " + e.getClass().getName());
    }
  }

  /** Says whether the request has to be corrected, or something in AWS. */
  private static int status(OperatorException problem) {
    return switch (problem.kind()) {
      case INPUT -> 400;
      case ACCESS -> 502;
      case BUSY -> 409;
    };
  }

  private HttpAnswer get(HttpExchange exchange, String path) {
    String query = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
    return switch (path) {
      case "live" -> HttpAnswer.json(200, live.now());
      case "last" -> acts.last();
      case "timeline" -> HttpAnswer.json(200, questions.timeline(query));
      case "history" -> HttpAnswer.json(200, questions.history(query));
      case "decisions" -> HttpAnswer.json(200, questions.decisions());
      case "parked" -> HttpAnswer.json(200, questions.parked(query));
      default -> files.find(path).orElseGet(Pages::nothing);
    };
  }

  private HttpAnswer post(HttpExchange exchange, String path) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      return HttpAnswer.problem(413, "a request may have at most %d bytes".formatted(MOST_BYTES));
    }
    Optional<JsonNode> request = parsed(body);
    if (request.isEmpty()) {
      return HttpAnswer.problem(400, "the request is not a JSON object");
    }
    return switch (path) {
      case "plan" -> acts.plan(request.get());
      case "act" -> acts.act(request.get());
      case "stop" -> acts.stop(request.get());
      default -> nothing();
    };
  }

  private static Optional<JsonNode> parsed(byte[] body) throws IOException {
    try {
      return Optional.ofNullable(JSON.readTree(body)).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static HttpAnswer nothing() {
    return HttpAnswer.problem(404, "there is nothing here");
  }
}
