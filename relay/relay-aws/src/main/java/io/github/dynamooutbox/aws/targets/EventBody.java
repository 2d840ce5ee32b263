package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.format.render.BarePayload;
import io.github.dynamooutbox.format.render.CloudEventAttributes;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Renders events in the form that a target is configured to send. Stateless. */
public final class EventBody {
  private EventBody() {}

  /**
   * Prepares an entry from a structured CloudEvent in JSON, as UTF-8, or from the payload's own
   * bytes. Refuses an event that cannot be rendered, and an entry that is too large.
   *
   * @param target the target's name, for messages
   * @param sending the form, and the limits
   * @param entry makes the entry from the bytes, which it may keep
   */
  public static <E extends Entry> Prepared<E> prepare(
      String target, Sending sending, Envelope envelope, Function<byte[], E> entry) {
    Optional<Prepared<E>> refused = sending.beyondLimits(target, envelope.event());
    if (refused.isPresent()) {
      return refused.get();
    }
    try {
      byte[] body =
          sending.envelope() == EnvelopeForm.CLOUDEVENT
              ? CloudEventJson.render(envelope)
              : BarePayload.bytes(envelope.event());
      return sending.fitting(target, entry.apply(body));
    } catch (RefusedEvent e) {
      return new Prepared.Refused<>(e.code(), e.reason());
    }
  }

  /**
   * The same, with the CloudEvents attributes for targets that send them beside the payload: each
   * by its name, in a fixed order. Refuses an event that has one which CloudEvents cannot express.
   *
   * @param entry makes the entry from the bytes and the attributes
   */
  public static <E extends Entry> Prepared<E> prepareWithAttributes(
      String target,
      Sending sending,
      Envelope envelope,
      BiFunction<byte[], Map<String, String>, E> entry) {
    try {
      Map<String, String> attributes = CloudEventAttributes.of(envelope);
      return prepare(target, sending, envelope, body -> entry.apply(body, attributes));
    } catch (RefusedEvent e) {
      return new Prepared.Refused<>(e.code(), e.reason());
    }
  }
}
