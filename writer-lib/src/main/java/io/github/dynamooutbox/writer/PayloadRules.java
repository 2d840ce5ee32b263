package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.JsonPayload;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import java.util.List;

/**
 * Refuses what the relay or a target can never publish: text that is no Unicode, JSON that is none,
 * and what is over the limits of the targets that the outbox was given.
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

  /** Of the events as they are stored: a payload may be elsewhere. */
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
        // It was checked.
        && JsonPayload.of(event.data()).orElseThrow(IllegalStateException::new).isObject();
  }

  private static void checkTarget(Subject subject, TargetLimits target, OutboxRecord record) {
    OutboxEvent event = subject.event();
    if (target.jsonObjectsOnly() && !isJsonObject(event)) {
      throw subject.invalid(
          target.target() + " takes JSON objects only, and none that are kept elsewhere");
    }
    if (event.type().length() > target.maxTypeCharacters()) {
      throw subject.invalid(
          "its type has "
              + event.type().length()
              + " characters; "
              + target.target()
              + " takes "
              + target.maxTypeCharacters());
    }
    long bytes = PublishedSize.atMost(record, event);
    if (bytes > target.maxBytes()) {
      throw subject.invalid(
          "published, it may have "
              + bytes
              + " bytes; "
              + target.target()
              + " takes "
              + target.maxBytes()
              + "; put large payloads elsewhere, with largePayloads");
    }
  }
}
