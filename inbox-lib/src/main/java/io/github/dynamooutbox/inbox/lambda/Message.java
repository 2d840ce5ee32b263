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
 * @param place index in the batch, from 0
 * @param id the id by which it is reported
 */
record Message(
    int place,
    String id,
    String group,
    Payload body,
    Map<String, String> attributes,
    Reading reading) {

  /** The result of reading a message as an event. */
  record Reading(Optional<ReceivedEvent> event, Optional<UnusableEventException> failure) {
    static Reading of(Supplier<ReceivedEvent> read) {
      try {
        return new Reading(Optional.of(read.get()), Optional.empty());
      } catch (UnusableEventException e) {
        return new Reading(Optional.empty(), Optional.of(e));
      }
    }

    /** Returns the event, or throws the exception that says why the message cannot be read. */
    ReceivedEvent get() {
      failure.ifPresent(
          it -> {
            throw it;
          });
      return event.orElseThrow();
    }
  }

  /**
   * The lane of the message. Messages of a lane are processed in order: those of an aggregate, or
   * of a group that the source keeps in order.
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

  /** Sorts the events of an aggregate in the order in which they were committed. */
  String sequence() {
    return reading.event().flatMap(event -> event.attribute("sequence")).orElse("");
  }

  FailedMessage failed(FailureKind kind, String reason, Optional<RuntimeException> cause) {
    return new FailedMessage(kind, reason, id, group, body, attributes, reading.event(), cause);
  }
}
