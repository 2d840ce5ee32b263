package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.JsonPayload;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordSize;
import java.util.List;

/**
 * Refuses what the relay or a target can never publish: text that is no Unicode, JSON that is none,
 * and what is over the limits of the targets that the outbox was given.
 */
final class PayloadRules {
  private final String source;
  private final List<TargetLimits> targets;

  PayloadRules(String source, List<TargetLimits> targets) {
    this.source = source;
    this.targets = targets;
  }

  /**
   * @param stored the event as its record has it: its payload may be elsewhere
   */
  void check(AggregateKey aggregate, OutboxEvent event, OutboxEvent stored) {
    Subject subject = new Subject(aggregate, event);
    boolean object = checkPayload(subject, "payload", event.data());
    if (event.previous().isPresent()) {
      boolean unused = checkPayload(subject, "previous", event.previous().get());
    }
    boolean here = stored.data().fold(text -> true, bytes -> true, reference -> false);
    for (TargetLimits target : targets) {
      checkTarget(new Subject(aggregate, stored), target, object && here);
    }
  }

  private record Subject(AggregateKey aggregate, OutboxEvent event) {
    InvalidTransactionException invalid(String problem) {
      return new InvalidTransactionException(
          new Violation.InvalidPayload(aggregate, event.id(), event.type(), problem));
    }
  }

  /**
   * @return whether it is a JSON object
   */
  private static boolean checkPayload(Subject subject, String what, Payload payload) {
    int half =
        payload.fold(text -> Checks.halfSurrogate(text.text()), bytes -> -1, reference -> -1);
    if (half >= 0) {
      throw subject.invalid("its " + what + " has half of a surrogate pair at " + half);
    }
    return MediaType.isJson(subject.event().contentType())
        && JsonPayload.of(payload)
            .orElseThrow(
                problem ->
                    subject.invalid("the content type says JSON, but its " + what + " " + problem))
            .isObject();
  }

  private void checkTarget(Subject subject, TargetLimits target, boolean object) {
    OutboxEvent event = subject.event();
    if (target.jsonObjectsOnly() && !object) {
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
    long bytes =
        size(event.data()) + RecordSize.utf8Length(event.type()) + RecordSize.utf8Length(source);
    if (bytes > target.maxBytes()) {
      throw subject.invalid(
          "payload, type and source have "
              + bytes
              + " bytes; "
              + target.target()
              + " takes "
              + target.maxBytes()
              + "; keep large payloads elsewhere, and publish where they are");
    }
  }

  private static long size(Payload payload) {
    return payload.fold(
        text -> RecordSize.utf8Length(text.text()),
        bytes -> (long) bytes.size(),
        reference -> RecordSize.utf8Length(reference.uri()));
  }
}
