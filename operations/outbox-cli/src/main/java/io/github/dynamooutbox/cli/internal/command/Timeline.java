package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.AggregateHistory;
import io.github.dynamooutbox.operations.operate.EventHistory;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.operations.operate.UnreadableRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks up the history of an aggregate's events.
 *
 * @param payload whether to show what they contain
 */
public record Timeline(
    RelayConfig config, OutboxOperator operator, Optional<Function<Payload, String>> payload) {
  /**
   * Reads it.
   *
   * @param name what the caller calls the aggregate's name, for the error message
   * @param eventId only this event, or the keys of a record that cannot be read
   * @param archived its records as an archive has them
   * @throws OperatorException if there is no such aggregate or event
   */
  public ShowReport of(
      String name,
      String aggregate,
      Optional<String> eventId,
      List<DecodeResult.Decoded> archived) {
    Aggregates.check(name, aggregate);
    AggregateHistory all = operator.history(aggregate, archived);
    String prefix = config.table().schema().prefix() + aggregate + '/';
    List<EventHistory> wanted =
        all.events().stream()
            .filter(each -> eventId.map(each.event().id()::equals).orElse(true))
            .toList();
    List<UnreadableRecord> unreadable =
        all.unreadable().stream()
            .filter(each -> eventId.map((prefix + each.sort())::equals).orElse(true))
            .toList();
    if (wanted.isEmpty() && unreadable.isEmpty()) {
      throw new OperatorException(Kind.INPUT, missing(aggregate, eventId, all));
    }
    return new ShowReport(
        aggregate, wanted, unreadable, new RecordCodec(config.table().schema()), payload);
  }

  private String missing(String aggregate, Optional<String> eventId, AggregateHistory all) {
    return all.isEmpty()
        ? "%s: the table \"%s\" has no record of it, and no events of it are parked: its name is wrong, or its records have expired. If they were archived: show --from-archive s3://BUCKET/PREFIX"
            .formatted(aggregate, config.table().name())
        : "--event \"%s\": is not one of the %d events of %s"
            .formatted(eventId.orElse(""), all.events().size(), aggregate);
  }
}
