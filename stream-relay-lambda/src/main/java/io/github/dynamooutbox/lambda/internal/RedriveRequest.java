package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The input of the redrive function.
 *
 * @param order what to redrive; nothing if there is something to discard or send elsewhere
 * @param leaving what to discard or send elsewhere
 */
public record RedriveRequest(RedriveOrder order, Optional<Leaving> leaving) {
  /**
   * Events to take out of their queue for good.
   *
   * @param to the target to send them to instead; if empty, they are discarded
   */
  public record Leaving(
      WaysOut.Selection selection, Optional<String> to, WaysOut.Decision decision) {
    /** The same as the command line's decision, for the log of decisions. */
    LoggedDecision.Decision logged(String run) {
      return new LoggedDecision.Decision(
          decision.by(),
          run,
          to.isPresent() ? "reroute" : "discard",
          Optional.of(selection.target()),
          "%sof %s for %s%s"
              .formatted(
                  to.map(name -> "to " + name + ' ').orElse(""),
                  selection.aggregate(),
                  selection.target(),
                  selection.which().described()),
          0,
          Optional.of(decision.reason()));
    }
  }

  private static final Set<ParkReason> REASONS =
      EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));
  private static final String KNOWN = "reasons, target, aggregate, or discard, or send";
  private static final JsonFactory JSON = new JsonFactory();

  /** The keys of an event that EventBridge sends on a schedule. They are ignored. */
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

  /**
   * Reads an invocation's input. Without reasons it requests a redrive of events whose target
   * failed, which needs no operator; an empty array of reasons requests metrics only.
   *
   * @throws IllegalArgumentException if there is an invalid value or an unknown key
   * @throws IOException if the input is not JSON
   */
  public static RedriveRequest read(InputStream input) throws IOException {
    Reading reading = new Reading();
    try (JsonParser json = JSON.createParser(input)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
          reading.field(json, name, json.nextToken());
        }
      }
    }
    return reading.request();
  }

  private static final class Reading {
    private Optional<Set<ParkReason>> reasons = Optional.empty();
    private Optional<String> target = Optional.empty();
    private Optional<String> aggregate = Optional.empty();
    private Optional<Leaving> leaving = Optional.empty();

    private RedriveRequest request() {
      boolean isRedrive = reasons.isPresent() || target.isPresent() || aggregate.isPresent();
      if (leaving.isPresent() && isRedrive) {
        throw new IllegalArgumentException(
            "discard, send: must be the only key; found reasons, target or aggregate beside it");
      }
      Set<ParkReason> some =
          leaving.isPresent() ? Set.of() : reasons.orElse(Set.of(ParkReason.BLOCKED));
      return new RedriveRequest(new RedriveOrder(some, target, aggregate), leaving);
    }

    private void field(JsonParser json, String name, JsonToken value) throws IOException {
      switch (name) {
        case "reasons" -> reasons = Optional.of(reasons(json, value));
        case "target" -> target = Optional.of(text(json, name, value));
        case "aggregate" -> aggregate = Optional.of(text(json, name, value));
        case "discard", "send" -> leaving(json, name, value);
        default -> {
          if (!OF_EVENTBRIDGE.contains(name)) {
            throw new IllegalArgumentException("%s: unknown key; known: %s".formatted(name, KNOWN));
          }
          json.skipChildren();
        }
      }
    }

    private void leaving(JsonParser json, String how, JsonToken value) throws IOException {
      if (value != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException(how + ": must be an object");
      }
      if (leaving.isPresent()) {
        throw new IllegalArgumentException("discard, send: only one of them may be given");
      }
      boolean isSent = how.equals("send");
      Map<String, String> texts = new TreeMap<>();
      boolean isBehindMeant = false;
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        if (name.equals("behind")) {
          isBehindMeant = flag(how + ".behind", json.nextToken());
        } else {
          texts.put(name, text(json, how + '.' + name, json.nextToken()));
        }
      }
      Optional<String> event = Optional.ofNullable(texts.remove("event"));
      if (event.isPresent() && isBehindMeant) {
        throw new IllegalArgumentException(how + ": event and behind exclude each other");
      }
      WaysOut.Selection selection =
          new WaysOut.Selection(
              required(how, texts, "target"),
              required(how, texts, "aggregate"),
              event
                  .<WaysOut.Which>map(WaysOut.Which.One::new)
                  .orElse(isBehindMeant ? new WaysOut.Which.All() : new WaysOut.Which.Failed()));
      WaysOut.Decision decision =
          new WaysOut.Decision(required(how, texts, "by"), required(how, texts, "reason"));
      Optional<String> to = isSent ? Optional.of(required(how, texts, "to")) : Optional.empty();
      if (!texts.isEmpty()) {
        throw new IllegalArgumentException(
            "%s.%s: unknown key; known: target, aggregate, event, behind, by, reason%s"
                .formatted(how, texts.keySet().iterator().next(), isSent ? ", to" : ""));
      }
      leaving = Optional.of(new Leaving(selection, to, decision));
    }

    private static boolean flag(String name, JsonToken value) {
      if (value != JsonToken.VALUE_TRUE && value != JsonToken.VALUE_FALSE) {
        throw new IllegalArgumentException(name + ": must be true or false");
      }
      return value == JsonToken.VALUE_TRUE;
    }

    private static String required(String how, Map<String, String> texts, String name) {
      String text = texts.remove(name);
      if (text == null) {
        throw new IllegalArgumentException("%s.%s: is missing".formatted(how, name));
      }
      return text;
    }

    private static String text(JsonParser json, String name, JsonToken value) throws IOException {
      if (value != JsonToken.VALUE_STRING || json.getText().isEmpty()) {
        throw new IllegalArgumentException(name + ": must be a string that is not empty");
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
                      "reasons[%d]: not a reason that can be redriven; known: %s"
                          .formatted(index, REASONS)));
    }
  }
}
