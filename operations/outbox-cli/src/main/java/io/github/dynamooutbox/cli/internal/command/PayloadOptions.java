package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.Payload;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Options for what is shown of payloads: nothing, all, or all but what is masked. */
public final class PayloadOptions {
  private static final String MASK = "***";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  @Option(
      names = "--show-payload",
      description = "Shows what the events contain. Without it, no payload is shown.")
  private boolean all;

  @Option(
      names = "--mask",
      split = ",",
      paramLabel = "NAME",
      description =
          "Shows payloads, but *** instead of the values of these members of JSON objects, at any"
              + " depth, upper or lower case. What is not JSON is left out.")
  private Set<String> names = Set.of();

  @Option(
      names = "--mask-pattern",
      paramLabel = "REGEX",
      description = "Shows payloads, but *** instead of what matches.")
  private List<Pattern> patterns = List.of();

  /** What to show of a payload; empty if none is shown. */
  public Optional<Function<Payload, String>> view() {
    if (names.isEmpty() && patterns.isEmpty()) {
      return all ? Optional.of(PayloadOptions::text) : Optional.empty();
    }
    return Optional.of(this::masked);
  }

  /** Text as it is, bytes in Base64; of a payload kept elsewhere, its length and its URI. */
  private static String text(Payload data) {
    return data.fold(
        text -> text.text(),
        binary -> Base64.getEncoder().encodeToString(binary.toBytes()),
        reference -> "%d bytes at %s".formatted(reference.length(), reference.uri()));
  }

  private String masked(Payload payload) {
    String text = text(payload);
    if (!names.isEmpty()) {
      Set<String> hidden =
          names.stream()
              .map(name -> name.toLowerCase(Locale.ROOT))
              .collect(Collectors.toCollection(TreeSet::new));
      try {
        JsonNode tree = JSON.readTree(text);
        mask(tree, hidden);
        text = tree.toString();
      } catch (JsonProcessingException e) {
        return "left out: it is not JSON, so its members cannot be masked";
      }
    }
    for (Pattern pattern : patterns) {
      text = pattern.matcher(text).replaceAll(MASK);
    }
    return text;
  }

  private static void mask(JsonNode node, Set<String> hidden) {
    if (node instanceof ObjectNode object) {
      List<String> names = object.properties().stream().map(Map.Entry::getKey).toList();
      for (String name : names) {
        if (hidden.contains(name.toLowerCase(Locale.ROOT))) {
          object.put(name, MASK);
        } else {
          mask(object.path(name), hidden);
        }
      }
    } else if (node instanceof ArrayNode array) {
      array.forEach(each -> mask(each, hidden));
    }
  }
}
