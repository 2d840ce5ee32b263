package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads the request for a redrive. */
public final class RedriveRequest {
  private static final Set<ParkReason> REASONS =
      EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));
  private static final String KNOWN = "reasons, target, aggregate";
  private static final JsonFactory JSON = new JsonFactory();

  /** What EventBridge sends by itself, on a schedule: it asks for nothing in particular. */
  private static final Set<String> OF_EVENTBRIDGE =
      Set.of(
          "version",
          "id",
          "detail-type",
          "source",
          "account",
          "time",
          "region",
          "resources",
          "detail");

  private Set<ParkReason> reasons = EnumSet.of(ParkReason.BLOCKED);
  private Optional<String> target = Optional.empty();
  private Optional<String> aggregate = Optional.empty();

  private RedriveRequest() {}

  /**
   * Reads an invocation's input. An input without reasons requests the redrive of events whose
   * target failed, which needs no operator; an empty array requests none, only metrics.
   *
   * @throws IllegalArgumentException if a value is not valid, or a key is not known
   * @throws IOException if the input is not JSON
   */
  public static RedriveOrder read(InputStream input) throws IOException {
    RedriveRequest request = new RedriveRequest();
    try (JsonParser json = JSON.createParser(input)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
          request.field(json, name, json.nextToken());
        }
      }
    }
    return new RedriveOrder(request.reasons, request.target, request.aggregate);
  }

  private void field(JsonParser json, String name, JsonToken value) throws IOException {
    switch (name) {
      case "reasons" -> reasons = reasons(json, value);
      case "target" -> target = Optional.of(text(json, name, value));
      case "aggregate" -> aggregate = Optional.of(text(json, name, value));
      default -> {
        if (!OF_EVENTBRIDGE.contains(name)) {
          throw new IllegalArgumentException("%s: not known; known: %s".formatted(name, KNOWN));
        }
        json.skipChildren();
      }
    }
  }

  private static String text(JsonParser json, String name, JsonToken value) throws IOException {
    if (value != JsonToken.VALUE_STRING || json.getText().isEmpty()) {
      throw new IllegalArgumentException(name + ": must be a text that is not empty");
    }
    return json.getText();
  }

  private static Set<ParkReason> reasons(JsonParser json, JsonToken value) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("reasons: must be an array of " + REASONS);
    }
    Set<ParkReason> reasons = EnumSet.noneOf(ParkReason.class);
    for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
      reasons.add(reason(i, json.getText()));
    }
    return reasons;
  }

  private static ParkReason reason(int index, String name) {
    return REASONS.stream()
        .filter(reason -> reason.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "reasons[%d]: not a reason for parking by itself; known: %s"
                        .formatted(index, REASONS)));
  }
}
