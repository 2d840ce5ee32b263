package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.operations.operate.EventHistory;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.operations.operate.UnreadableRecord;
import java.util.List;
import java.util.Optional;

/**
 * Looks up what became of an aggregate's events.
 *
 * @param payload whether to show what they contain
 */
public record Timeline(RelayConfig config, OutboxOperator operator, boolean payload) {
  /**
   * Reads it.
   *
   * @param name what the caller calls the aggregate's name, for the error message
   * @param eventId only this event
   * @throws OperatorException if there is no such aggregate or event
   */
  public Report of(String name, String aggregate, Optional<String> eventId) {
    Aggregates.check(name, aggregate);
    List<EventHistory> all = operator.history(aggregate);
    List<EventHistory> wanted =
        all.stream().filter(each -> eventId.map(each.event().id()::equals).orElse(true)).toList();
    List<UnreadableRecord> unreadable = operator.unreadable(aggregate);
    if (wanted.isEmpty() && (unreadable.isEmpty() || eventId.isPresent())) {
      throw new OperatorException(Kind.INPUT, missing(aggregate, eventId, all));
    }
    return new ShowReport(aggregate, wanted, unreadable, payload);
  }

  private String missing(String aggregate, Optional<String> eventId, List<EventHistory> all) {
    return all.isEmpty()
        ? "%s: the table \"%s\" has no record of it: its name is wrong, or its records have expired"
            .formatted(aggregate, config.table().name())
        : "--event \"%s\": is not one of the %d events of %s"
            .formatted(eventId.orElse(""), all.size(), aggregate);
  }
}
