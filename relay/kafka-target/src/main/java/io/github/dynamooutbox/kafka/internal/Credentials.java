package io.github.dynamooutbox.kafka.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.StoredParameter;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;

/** A reference to credentials, a JSON object of strings. They are read again for each client. */
public interface Credentials {
  /**
   * Reads the credentials.
   *
   * @param needed the keys that must be present
   * @throws ConfigException if they cannot be read or a key is missing; its message never quotes
   *     them
   */
  default JsonNode read(List<String> needed) {
    JsonNode found = json(text());
    if (!needed.stream().allMatch(key -> found.path(key).isTextual())) {
      throw new ConfigException(
          "%s must be a JSON object with the strings %s"
              .formatted(place(), String.join(", ", needed)));
    }
    return found;
  }

  /** Reads the JSON text. */
  String text();

  /** Where they are stored, for messages. */
  String place();

  /** The permissions that the relay needs in AWS to read them. */
  List<TargetRight> rights(AwsPlace place);

  private static JsonNode json(String text) {
    JsonMapper mapper = new JsonMapper();
    try {
      return mapper.readTree(text);
    } catch (JsonProcessingException e) {
      // The exception's message would quote the text.
      return mapper.createObjectNode();
    }
  }

  /**
   * In an environment variable of the relay.
   *
   * @param name the variable's name
   */
  record InVariable(String name) implements Credentials {
    @Override
    public String text() {
      String text = System.getenv(name);
      if (text == null) {
        throw new ConfigException(place() + " is not set");
      }
      return text;
    }

    @Override
    public String place() {
      return "environment variable " + name;
    }

    @Override
    public List<TargetRight> rights(AwsPlace place) {
      return List.of();
    }
  }

  /**
   * In a parameter of Systems Manager, or a secret of Secrets Manager.
   *
   * @param keyArn the customer key that encrypts it
   */
  record InParameter(StoredParameter parameter, Optional<String> keyArn) implements Credentials {
    @Override
    public String text() {
      return text(System.getenv());
    }

    /**
     * @param environment may set another endpoint
     */
    String text(Map<String, String> environment) {
      try {
        return parameter.read(environment, 1);
      } catch (IOException e) {
        throw new ConfigException(
            "%s cannot be read: %s; check its name, and the permissions of the relay's role"
                .formatted(place(), e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConfigException(place() + " was not read: interrupted");
      }
    }

    @Override
    public String place() {
      return "parameter " + parameter.name();
    }

    @Override
    public List<TargetRight> rights(AwsPlace place) {
      List<TargetRight> rights = new ArrayList<>(parameter.rights(place));
      keyArn.ifPresent(key -> rights.add(new TargetRight(List.of("kms:Decrypt"), key)));
      return rights;
    }
  }
}
