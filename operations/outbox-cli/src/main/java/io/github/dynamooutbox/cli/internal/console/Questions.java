package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.command.DecisionsCommand;
import io.github.dynamooutbox.cli.internal.command.ParkedSearch;
import io.github.dynamooutbox.cli.internal.command.Timeline;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Answers what the page asks for only when a part of it is opened.
 *
 * @param payload whether to show what the events contain
 */
record Questions(
    RelayConfig config, OutboxOperator operator, Optional<Function<Payload, String>> payload) {
  private static final int FEW_EVENTS = 100;

  /** More do not fit on a page. */
  private static final int MOST_EVENTS = 1_000;

  /**
   * What became of an aggregate's events.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if there are none
   */
  ObjectNode timeline(String query) {
    String aggregate = fields(query).getOrDefault("aggregate", "");
    return new Timeline(config, operator, payload)
        .of("aggregate", aggregate, Optional.empty(), List.of())
        .json();
  }

  /**
   * The first events that are parked for a target and a reason, and for a type, a code and a text
   * if the page asks for them.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if there is no such target
   */
  ObjectNode parked(String query) {
    Map<String, String> fields = fields(query);
    Optional<String> target = Optional.of(fields.getOrDefault("target", ""));
    Targets.check(config, "target", target);
    ParkedFilter filter =
        new ParkedFilter(
            target,
            Plans.reasons(fields.getOrDefault("reason", "")),
            Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(fields.get("type")),
            Optional.ofNullable(fields.get("code")),
            Optional.empty(),
            Optional.ofNullable(fields.get("text")),
            Optional.empty());
    return new ParkedSearch(operator, new RecordCodec(config.table().schema()), filter)
        .events(skipped(fields), fields.containsKey("more") ? MOST_EVENTS : FEW_EVENTS)
        .json();
  }

  /**
   * How much each target accepted in the last hours, by the receipts.
   *
   * @throws OperatorException if there are too many, or receipts cannot be read
   */
  ObjectNode history(String query) {
    String hours = fields(query).getOrDefault("hours", "");
    if (!hours.matches("1?\\d|2[0-4]") || hours.equals("0")) {
      throw new OperatorException(
          Kind.INPUT, "hours \"%s\": must be from 1 to 24".formatted(hours));
    }
    Duration step = Duration.ofHours(Long.parseLong(hours)).dividedBy(FlowWindow.STEPS);
    FlowWindow window = new FlowWindow(Overview.names(config), step);
    window.read(operator, Instant.now());
    return window.json();
  }

  /** Who decided what in the last weeks. */
  ObjectNode decisions() {
    return DecisionsCommand.report(
            operator, Instant.now().minus(DecisionsCommand.RECENT), Optional.empty(), FEW_EVENTS)
        .json();
  }

  private static int skipped(Map<String, String> fields) {
    String from = fields.getOrDefault("from", "0");
    if (!from.matches("\\d{1,7}")) {
      throw new OperatorException(
          Kind.INPUT, "from \"%s\": must be the number of events before the page".formatted(from));
    }
    return Integer.parseInt(from);
  }

  private static Map<String, String> fields(String query) {
    return Arrays.stream(query.split("&"))
        .map(field -> field.split("=", 2))
        .filter(field -> field.length == 2)
        .collect(
            Collectors.toMap(field -> field[0], field -> decoded(field[1]), (one, other) -> one));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }
}
