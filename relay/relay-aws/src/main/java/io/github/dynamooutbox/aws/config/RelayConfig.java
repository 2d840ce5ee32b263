package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of a relay. The document's keys, defaults and limits are in {@code
 * outbox-config.schema.json}, beside this class and in the documentation.
 *
 * @param table the table with the outbox records
 * @param control the control table; empty: nothing is parked and no receipts are written
 * @param relay settings of the relay
 * @param targets the targets by name
 * @param rules the routes, in the order of the document
 * @param warnings what is valid but probably unintended, each with its path
 */
public record RelayConfig(
    TableConfig table,
    Optional<ControlConfig> control,
    RelaySettings relay,
    List<TargetConfig> targets,
    List<Rule> rules,
    List<String> warnings) {
  public RelayConfig {
    targets = List.copyOf(targets);
    rules = List.copyOf(rules);
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads a JSON document.
   *
   * @throws ConfigException with every error in it
   */
  public static RelayConfig parse(String json) {
    return ConfigReader.read(json);
  }

  /**
   * Reads a JSON document in UTF-8. The caller closes the stream.
   *
   * @throws ConfigException with every error in it
   * @throws IOException if the stream cannot be read
   */
  public static RelayConfig parse(InputStream json) throws IOException {
    return parse(new String(json.readAllBytes(), StandardCharsets.UTF_8));
  }

  /**
   * Returns a builder for a relay with this configuration. The host adds clock, observer and
   * stores.
   *
   * @param publishers the configured targets, see {@code AwsTargets}
   * @param loop see {@link Relay#builder}
   */
  public RelayBuilder relayBuilder(List<Target<?>> publishers, EventLoop loop) {
    return relayBuilder(publishers, rules, loop);
  }

  /** The same with other rules. */
  public RelayBuilder relayBuilder(
      List<Target<?>> publishers, List<Rule> otherRules, EventLoop loop) {
    return Relay.builder(publishers, otherRules, loop)
        .schema(table.schema())
        .regions(relay.regions())
        .window(relay.window().events(), relay.window().bytes())
        .backoff(new Backoff(relay.backoff().base(), relay.backoff().cap()));
  }
}
