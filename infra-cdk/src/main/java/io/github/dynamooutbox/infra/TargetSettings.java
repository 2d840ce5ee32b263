package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One target: created under its resource's name, or imported by ARN.
 *
 * @param name what routes and metrics call it
 * @param resourceName the resource's name, as it stands in the configuration
 * @param arn an existing resource
 */
public record TargetSettings(
    String name, Type type, Optional<String> resourceName, Optional<String> arn) {

  /** What kind of target, with the keys that name its resource. */
  public enum Type {
    EVENTBRIDGE("bus", "event-bus/"),
    SNS("topic", ""),
    KINESIS("stream", "stream/");

    private final String key;
    private final String beforeName;

    Type(String key, String beforeName) {
      this.key = key;
      this.beforeName = beforeName;
    }

    String nameKey() {
      return key + "Name";
    }

    String arnKey() {
      return key + "Arn";
    }

    /** All that a relay does there. */
    List<String> actions() {
      return switch (this) {
        case EVENTBRIDGE -> List.of("events:DescribeEventBus", "events:PutEvents");
        case SNS -> List.of("sns:Publish");
        case KINESIS -> List.of("kinesis:PutRecords");
      };
    }

    String beforeName() {
      return beforeName;
    }
  }

  static TargetSettings of(String name, JsonNode target) {
    Type type =
        Arrays.stream(Type.values())
            .filter(each -> each.name().equalsIgnoreCase(target.path("type").asText()))
            .findFirst()
            .orElseThrow();
    return new TargetSettings(
        name,
        type,
        TableSettings.text(target, type.nameKey()),
        TableSettings.text(target, type.arnKey()));
  }
}
