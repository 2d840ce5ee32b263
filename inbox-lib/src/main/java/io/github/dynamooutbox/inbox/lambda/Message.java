package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A message of a batch.
 *
 * @param place in the batch, from 0
 * @param id by which it is reported
 */
record Message(
    int place,
    String id,
    String group,
    Payload body,
    Map<String, String> attributes,
    Reading reading) {

  /** What reading it as an event came to. */
  record Reading(Optional<ReceivedEvent> event, Optional<UnusableEventException> failure) {
    static Reading of(Supplier<ReceivedEvent> read) {
      try {
        return new Reading(Optional.of(read.get()), Optional.empty());
      } catch (UnusableEventException e) {
        return new Reading(Optional.empty(), Optional.of(e));
      }
    }

    /** Throws why it cannot be read, each time. */
    ReceivedEvent get() {
      failure.ifPresent(
          it -> {
            throw it;
          });
      return event.orElseThrow();
    }
  }

  /**
   * Those of a lane are processed in order: an aggregate's, or whatever the source keeps in order.
   */
  String lane() {
    if (!group.isEmpty()) {
      return group;
    }
    return reading
        .event()
        .flatMap(event -> event.aggregate().map(it -> event.source() + '\n' + it))
        .orElse("\n" + place);
  }

  /** Sorts as the events of an aggregate were committed. */
  String sequence() {
    return reading.event().flatMap(event -> event.attribute("sequence")).orElse("");
  }

  FailedMessage failed(FailureKind kind, String reason, Optional<RuntimeException> cause) {
    return new FailedMessage(kind, reason, id, group, body, attributes, reading.event(), cause);
  }
}
