package io.github.dynamooutbox.writer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Refuses what the relay or a target can never publish: text that is no Unicode, JSON that is none,
 * and what is over the limits of the targets that the outbox was given.
 */
final class PayloadRules {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  /** A payload is bounded by DynamoDB's item size, so the parser's own limits may only be wider. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(NO_LIMIT)
                  .maxNumberLength(NO_LIMIT)
                  .maxStringLength(NO_LIMIT)
                  .maxNameLength(NO_LIMIT)
                  .build())
          .build();

  private final String source;
  private final List<TargetLimits> targets;

  PayloadRules(String source, List<TargetLimits> targets) {
    this.source = source;
    this.targets = targets;
  }

  void check(AggregateKey aggregate, OutboxEvent event) {
    Subject subject = new Subject(aggregate, event);
    boolean object = checkPayload(subject, "payload", event.data());
    if (event.previous().isPresent()) {
      boolean unused = checkPayload(subject, "previous", event.previous().get());
    }
    for (TargetLimits target : targets) {
      checkTarget(subject, target, object);
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
    boolean isJson = MediaType.isJson(subject.event().contentType());
    return payload.fold(
        text -> {
          checkUnicode(subject, what, text.text());
          return isJson && checkJson(subject, what, text.text());
        },
        bytes -> isJson && checkJson(subject, what, decoded(subject, what, bytes.toBytes())));
  }

  private static void checkUnicode(Subject subject, String what, String text) {
    int half = Checks.halfSurrogate(text);
    if (half >= 0) {
      throw subject.invalid("its " + what + " has half of a surrogate pair at " + half);
    }
  }

  private static String decoded(Subject subject, String what, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw subject.invalid("the content type says JSON, but its " + what + " is not UTF-8");
    }
  }

  private static boolean checkJson(Subject subject, String what, String text) {
    String problem;
    try (JsonParser parser = JSON.createParser(text)) {
      JsonToken first = parser.nextToken();
      parser.skipChildren();
      if (first == null) {
        problem = "is empty";
      } else if (parser.nextToken() == null) {
        return first == JsonToken.START_OBJECT;
      } else {
        problem = "goes on after its first value";
      }
    } catch (JsonProcessingException e) {
      // The parser's own message may quote the payload.
      problem = "fails at character " + e.getLocation().getCharOffset();
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
    throw subject.invalid("the content type says JSON, but its " + what + " " + problem);
  }

  private void checkTarget(Subject subject, TargetLimits target, boolean object) {
    OutboxEvent event = subject.event();
    if (target.jsonObjectsOnly() && !object) {
      throw subject.invalid(target.target() + " takes JSON objects only");
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
    return payload.fold(text -> RecordSize.utf8Length(text.text()), bytes -> (long) bytes.size());
  }
}
