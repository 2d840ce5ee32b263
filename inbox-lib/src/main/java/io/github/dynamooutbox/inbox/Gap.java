package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Events of an aggregate that are missing before the one that was received.
 *
 * @param expected {@code sequence} of the event that would be next
 * @param received position of the event that was received instead
 * @param missing what has not been received, in order; events that are parked are not missing.
 *     Empty if only parked events are before the received one, which {@link Inbox#resume} handles
 */
public record Gap(
    AggregateKey aggregate, String expected, EventPosition received, List<Missing> missing) {

  public Gap {
    missing = List.copyOf(missing);
  }

  /** Everything from the expected event to before the received one is missing. */
  public Gap(AggregateKey aggregate, String expected, EventPosition received) {
    this(aggregate, expected, received, List.of(new Missing(expected, received.sequence())));
  }

  /**
   * Events without any between them that was received.
   *
   * @param from {@code sequence} of the first one
   * @param before {@code sequence} of the event after the last one
   */
  public record Missing(String from, String before) {
    @Override
    public String toString() {
      return "from " + from + " to before " + before;
    }
  }

  @Override
  public String toString() {
    return aggregate
        + ": "
        + (missing.isEmpty()
            ? "parked events before " + received.sequence() + " are not handled yet; call resume()"
            : missing.stream()
                .map(Missing::toString)
                .collect(Collectors.joining(", and ", "missing ", "")));
  }
}
