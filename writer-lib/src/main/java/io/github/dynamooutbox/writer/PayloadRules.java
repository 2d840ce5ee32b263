package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.JsonPayload;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.MessageText;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.render.PublishedSize;
import io.github.dynamooutbox.format.render.RefusedEvent;
import java.util.List;
import java.util.Optional;

/**
 * Refuses payloads that the relay or a target could never publish: text that is not Unicode,
 * malformed JSON, and events over the limits of the outbox's configured targets.
 */
final class PayloadRules {
  private final List<TargetLimits> targets;

  PayloadRules(List<TargetLimits> targets) {
    this.targets = targets;
  }

  /**
   * Checks the content of an event.
   *
   * @param stored the same event as it is stored: its payload may be elsewhere
   */
  void check(AggregateKey aggregate, OutboxEvent event, OutboxEvent stored) {
    Subject subject = new Subject(aggregate, event);
    Optional<JsonPayload.WellFormed> json = checkPayload(subject, "payload", event.data());
    if (event.previous().isPresent()) {
      Optional<JsonPayload.WellFormed> unused =
          checkPayload(subject, "previous", event.previous().get());
    }
    if (targets.isEmpty()) {
      return;
    }
    boolean isHere = stored.data().fold(text -> true, bytes -> true, reference -> false);
    for (TargetLimits target : targets) {
      checkContent(subject, target, json, isHere);
    }
  }

  private static void checkContent(
      Subject subject, TargetLimits target, Optional<JsonPayload.WellFormed> json, boolean isHere) {
    if (target.jsonObjectsOnly()
        && !(isHere && json.filter(JsonPayload.WellFormed::isObject).isPresent())) {
      throw subject.invalid(
          target.target() + " accepts only JSON objects, and none that are stored elsewhere");
    }
    if (target.eventBridgeRules()
        && isHere
        && json.filter(it -> it.shape().hasLargeInteger()).isPresent()) {
      throw subject.invalid(
          "its payload has an integer beyond 64 bits; "
              + target.target()
              + " accepts none: write it as text");
    }
    if (target.messageTextOnly() && !(isHere && isMessage(subject.event(), json))) {
      throw subject.invalid(
          target.target()
              + " accepts no payload alone that is empty or stored elsewhere, or has control"
              + " characters, U+FFFE or U+FFFF");
    }
  }

  /** Bytes that are not JSON are sent in base64. */
  private static boolean isMessage(OutboxEvent event, Optional<JsonPayload.WellFormed> json) {
    return json.map(it -> MessageText.allows(it.text()))
        .orElseGet(
            () ->
                event
                    .data()
                    .fold(
                        text -> !text.text().isEmpty() && MessageText.allows(text.text()),
                        bytes -> bytes.size() > 0,
                        reference -> false));
  }

  /** Checks the sizes of events in the form in which they are stored. */
  void checkTargets(OutboxRecord record) {
    if (targets.isEmpty()) {
      return;
    }
    for (int i = 0; i < record.events().size(); i++) {
      Subject subject = new Subject(record.aggregate(), record.events().get(i));
      long bytes = published(subject, record, i);
      for (TargetLimits target : targets) {
        checkTarget(subject, target, bytes);
      }
    }
  }

  private static long published(Subject subject, OutboxRecord record, int index) {
    try {
      return PublishedSize.atMost(record, index);
    } catch (RefusedEvent e) {
      throw subject.invalid("the relay could not publish it: " + e.reason());
    }
  }

  private record Subject(AggregateKey aggregate, OutboxEvent event) {
    InvalidTransactionException invalid(String problem) {
      return new InvalidTransactionException(
          new Violation.InvalidPayload(aggregate, event.id(), event.type(), problem));
    }
  }

  /** The JSON, if the payload is JSON. */
  private static Optional<JsonPayload.WellFormed> checkPayload(
      Subject subject, String what, Payload payload) {
    int half =
        payload.fold(text -> Checks.halfSurrogate(text.text()), bytes -> -1, reference -> -1);
    if (half >= 0) {
      throw subject.invalid("its " + what + " has half of a surrogate pair at " + half);
    }
    if (!MediaType.isJson(subject.event().contentType())) {
      return Optional.empty();
    }
    JsonPayload.WellFormed json =
        JsonPayload.of(payload)
            .orElseThrow(
                problem ->
                    subject.invalid("the content type says JSON, but its " + what + " " + problem));
    String excess = json.shape().excess();
    if (!excess.isEmpty()) {
      throw subject.invalid("the JSON of its " + what + " " + excess);
    }
    return Optional.of(json);
  }

  private static void checkTarget(Subject subject, TargetLimits target, long bytes) {
    OutboxEvent event = subject.event();
    if (event.type().length() > target.maxTypeCharacters()) {
      throw subject.invalid(
          "its type has "
              + event.type().length()
              + " characters; "
              + target.target()
              + " accepts "
              + target.maxTypeCharacters());
    }
    if (bytes > target.maxBytes()) {
      throw subject.invalid(
          "published, it may take "
              + bytes
              + " bytes; "
              + target.target()
              + " accepts "
              + target.maxBytes()
              + "; store large payloads elsewhere, with largePayloads(...)");
    }
  }
}
