package io.github.dynamooutbox.aws;

import io.github.dynamooutbox.aws.internal.config.ConfigReader;
import io.github.dynamooutbox.relay.EventLoop;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.lane.Backoff;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The configuration of a relay. The document's keys, defaults and limits are in {@code
 * outbox-config.schema.json}, beside this class and in the documentation.
 *
 * @param table where the records are
 * @param control the control table; empty: nothing is parked and no receipts are written
 * @param relay how the relay works
 * @param targets where events can go, by name
 * @param rules which events go where, in the document's order
 * @param warnings what is allowed but probably not meant, each with its path
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
   * @throws ConfigException with every mistake in it
   */
  public static RelayConfig parse(String json) {
    return ConfigReader.read(json);
  }

  /**
   * Reads a JSON document in UTF-8. The caller closes the stream.
   *
   * @throws ConfigException with every mistake in it
   * @throws IOException if the stream cannot be read
   */
  public static RelayConfig parse(InputStream json) throws IOException {
    return parse(new String(json.readAllBytes(), StandardCharsets.UTF_8));
  }

  /**
   * Starts to put a relay together that works as configured. The host adds what is its own: clock,
   * observer, stores.
   *
   * @param publishers the configured targets, see {@link AwsTargets}
   * @param loop see {@link Relay#builder}
   */
  public RelayBuilder relayBuilder(List<Target<?>> publishers, EventLoop loop) {
    return Relay.builder(publishers, rules, loop)
        .schema(table.schema())
        .regions(relay.regions())
        .window(relay.window().events(), relay.window().bytes())
        .backoff(
            new Backoff(
                relay.backoff().base(), relay.backoff().cap(), RandomGenerator.getDefault()));
  }
}
