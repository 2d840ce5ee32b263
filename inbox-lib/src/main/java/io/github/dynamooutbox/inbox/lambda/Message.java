package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.format.ForeignFailures;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ParkedFailure;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
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

  /** Another attempt would only fail again, here and for other messages: the process has to end. */
  static void stopIfOfTheMachine(String id, Throwable failure) {
    if (ForeignFailures.isOfTheMachine(failure)) {
      throw new InternalError("at message " + id + ": " + failure.getClass().getName(), failure);
    }
  }

  /** The result of reading a message as an event. */
  record Reading(Optional<ReceivedEvent> event, Optional<Throwable> failure) {

    /** Whatever goes wrong is a failure of this message only. */
    static Reading of(String id, Supplier<ReceivedEvent> read) {
      try {
        return new Reading(Optional.of(read.get()), Optional.empty());
      } catch (Throwable e) {
        stopIfOfTheMachine(id, e);
        return new Reading(Optional.empty(), Optional.of(e));
      }
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

  FailedMessage failed(FailureKind kind, String reason, Optional<Throwable> cause) {
    return new FailedMessage(kind, reason, id, group, body, attributes, reading.event(), cause);
  }

  FailedMessage failed(Throwable failure) {
    String reason = String.valueOf(failure.getMessage());
    return failed(FailureKind.of(failure), reason, Optional.of(failure));
  }

  /** The failure of a parked event of the same aggregate, which was resumed with this message. */
  FailedMessage failedBehind(ParkedFailure parked) {
    return new FailedMessage(
        FailureKind.of(parked.cause()),
        String.valueOf(parked.cause().getMessage()),
        id,
        group,
        Payload.of(parked.event().map(Envelopes::toCloudEvent).orElse("")),
        Map.of(),
        parked.event(),
        Optional.of(parked.cause()),
        true);
  }
}
