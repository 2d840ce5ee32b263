package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** All that a template's roles may do, as text: a line for the role, and one for each statement. */
final class RenderedRights {
  /** The CDK's hash behind an id. */
  private static final String HASH = "[0-9A-F]{8}$";

  private RenderedRights() {}

  /** Of each role, by the role's id without what all have at its end. */
  static Map<String, String> of(Synthesised example) {
    Map<String, StringBuilder> roles = new TreeMap<>();
    example
        .resources("AWS::IAM::Role")
        .forEach(
            role -> {
              JsonNode properties = role.getValue().path("Properties");
              StringBuilder text = new StringBuilder("taken by ");
              for (JsonNode trust : properties.path("AssumeRolePolicyDocument").path("Statement")) {
                text.append(value(trust.path("Principal").path("Service"))).append('\n');
              }
              properties.path("Policies").forEach(inline -> text.append("inline: " + inline));
              properties.path("ManagedPolicyArns").forEach(arn -> text.append("managed: " + arn));
              roles.put(role.getKey().replaceFirst(HASH, ""), text);
            });
    example
        .properties("AWS::IAM::Policy")
        .forEach(
            policy ->
                policy
                    .path("Roles")
                    .forEach(
                        role ->
                            roles
                                .get(value(role))
                                .append(statements(policy.path("PolicyDocument")))));
    Map<String, String> rendered = new TreeMap<>();
    roles.forEach((role, text) -> rendered.put(role.replace("RightsRole", ""), text.toString()));
    return rendered;
  }

  /** How a statement is rendered that allows something without a condition. */
  static String may(String actions, String resources) {
    return "may %s\n  on %s\n".formatted(actions, resources);
  }

  private static String statements(JsonNode document) {
    return StreamSupport.stream(document.path("Statement").spliterator(), false)
        .map(RenderedRights::statement)
        .collect(Collectors.joining());
  }

  private static String statement(JsonNode statement) {
    StringBuilder text = new StringBuilder();
    text.append(statement.path("Effect").asText().equals("Allow") ? "may" : "may not");
    for (String actions : value(statement.path("Action")).split(", ", -1)) {
      text.append(' ').append(actions);
    }
    text.append("\n  on ").append(value(statement.path("Resource")));
    if (statement.has("Condition")) {
      text.append("\n  if ").append(statement.path("Condition"));
    }
    if (statement.has("NotAction") || statement.has("NotResource")) {
      text.append("\n  not ").append(statement);
    }
    return text.append('\n').toString();
  }

  private static String value(JsonNode value) {
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(RenderedRights::value)
          .collect(Collectors.joining(", "));
    }
    if (value.has("Ref")) {
      return value.path("Ref").asText().replaceFirst(HASH, "");
    }
    if (value.has("Fn::GetAtt")) {
      JsonNode attribute = value.path("Fn::GetAtt");
      return attribute.path(0).asText().replaceFirst(HASH, "") + "." + attribute.path(1).asText();
    }
    if (value.has("Fn::Join")) {
      return StreamSupport.stream(value.path("Fn::Join").path(1).spliterator(), false)
          .map(RenderedRights::value)
          .collect(Collectors.joining(value.path("Fn::Join").path(0).asText()));
    }
    return value.isTextual() ? value.asText() : value.toString();
  }
}
