package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Set;

/**
 * The request for a redrive.
 *
 * @param reasons lanes closed for one of these reasons are redriven
 */
public record RedriveRequest(Set<ParkReason> reasons) {
  private static final Set<ParkReason> CLOSING =
      EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));
  private static final JsonFactory JSON = new JsonFactory();

  public RedriveRequest {
    reasons = Set.copyOf(reasons);
  }

  /**
   * Reads an invocation's input. An input without reasons requests the redrive of lanes whose
   * target failed, which needs no operator.
   *
   * @throws IllegalArgumentException if the reasons are not an array of reasons that close a lane
   * @throws IOException if the input is not JSON
   */
  public static RedriveRequest read(InputStream input) throws IOException {
    Set<ParkReason> reasons = EnumSet.of(ParkReason.BLOCKED);
    try (JsonParser json = JSON.createParser(input)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
          JsonToken value = json.nextToken();
          if (name.equals("reasons")) {
            reasons = reasons(json, value);
          } else {
            json.skipChildren();
          }
        }
      }
    }
    return new RedriveRequest(reasons);
  }

  private static Set<ParkReason> reasons(JsonParser json, JsonToken value) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("reasons: must be an array of " + CLOSING);
    }
    Set<ParkReason> reasons = EnumSet.noneOf(ParkReason.class);
    for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
      reasons.add(reason(i, json.getText()));
    }
    return reasons;
  }

  private static ParkReason reason(int index, String name) {
    return CLOSING.stream()
        .filter(reason -> reason.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "reasons[%d]: not a reason for a closed lane; known: %s"
                        .formatted(index, CLOSING)));
  }
}
