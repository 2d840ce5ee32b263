package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.JsonPayload;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.internal.size.PublishedSize;
import java.util.List;

/**
 * Refuses payloads that the relay or a target could never publish: text that is not Unicode,
 * malformed JSON, and events over the limits of the outbox's configured targets.
 */
final class PayloadRules {
  private final List<TargetLimits> targets;

  PayloadRules(List<TargetLimits> targets) {
    this.targets = targets;
  }

  void check(AggregateKey aggregate, OutboxEvent event) {
    Subject subject = new Subject(aggregate, event);
    checkPayload(subject, "payload", event.data());
    if (event.previous().isPresent()) {
      checkPayload(subject, "previous", event.previous().get());
    }
  }

  /** Checks events in the form in which they are stored, where a payload may be elsewhere. */
  void checkTargets(OutboxRecord record) {
    if (targets.isEmpty()) {
      return;
    }
    for (OutboxEvent event : record.events()) {
      for (TargetLimits target : targets) {
        checkTarget(new Subject(record.aggregate(), event), target, record);
      }
    }
  }

  private record Subject(AggregateKey aggregate, OutboxEvent event) {
    InvalidTransactionException invalid(String problem) {
      return new InvalidTransactionException(
          new Violation.InvalidPayload(aggregate, event.id(), event.type(), problem));
    }
  }

  private static void checkPayload(Subject subject, String what, Payload payload) {
    int half =
        payload.fold(text -> Checks.halfSurrogate(text.text()), bytes -> -1, reference -> -1);
    if (half >= 0) {
      throw subject.invalid("its " + what + " has half of a surrogate pair at " + half);
    }
    if (MediaType.isJson(subject.event().contentType())) {
      JsonPayload.WellFormed unused =
          JsonPayload.of(payload)
              .orElseThrow(
                  problem ->
                      subject.invalid(
                          "the content type says JSON, but its " + what + " " + problem));
    }
  }

  private static boolean isJsonObject(OutboxEvent event) {
    boolean isHere = event.data().fold(text -> true, bytes -> true, reference -> false);
    return isHere
        && MediaType.isJson(event.contentType())
        // Already validated.
        && JsonPayload.of(event.data()).orElseThrow(IllegalStateException::new).isObject();
  }

  private static void checkTarget(Subject subject, TargetLimits target, OutboxRecord record) {
    OutboxEvent event = subject.event();
    if (target.jsonObjectsOnly() && !isJsonObject(event)) {
      throw subject.invalid(
          target.target() + " accepts only JSON objects, and none that are stored elsewhere");
    }
    if (event.type().length() > target.maxTypeCharacters()) {
      throw subject.invalid(
          "its type has "
              + event.type().length()
              + " characters; "
              + target.target()
              + " accepts "
              + target.maxTypeCharacters());
    }
    long bytes = PublishedSize.atMost(record, event);
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
