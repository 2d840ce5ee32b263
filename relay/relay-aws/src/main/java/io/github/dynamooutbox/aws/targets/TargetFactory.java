package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.aws.keys.Section;
import java.util.Optional;

/**
 * A kind of targets. {@link java.util.ServiceLoader} finds it: the jar that contains it lists its
 * class in {@code META-INF/services/io.github.dynamooutbox.aws.targets.TargetFactory}, and is on
 * the class path of the relay. The class is public and has a public constructor without parameters,
 * which does nothing costly: a function constructs the factories of all kinds when it starts.
 * Thread-safe.
 */
public interface TargetFactory {
  /**
   * The value of {@code type} in the configuration, unique to this kind: 1 to 32 lower-case
   * letters, digits and hyphens, the first one a letter.
   */
  String type();

  /**
   * The keys of targets of this kind, for the JSON Schema and the reference. Without {@code type}
   * and {@code inlinePayloadBytes}, which targets of all kinds have and the caller reads.
   */
  Section keys();

  /** The kind of AWS resource that targets of this kind send to; empty if there is none. */
  default Optional<ResourceKind> resource() {
    return Optional.empty();
  }

  /**
   * The artifact of Dynamo Outbox that contains this kind. Stacks add it to functions and images
   * unless it is {@code relay-aws}, which every relay has. Empty for third-party kinds, which
   * stacks do not deploy.
   */
  default Optional<String> artifact() {
    return Optional.empty();
  }

  /**
   * Reads a target. Reports every error to the fields, which name its path, and returns a
   * configuration nevertheless: one with an error is never opened. Keys that are not read count as
   * unknown, and the caller reports them. Does no I/O.
   *
   * @param name the name that routes and metrics use
   */
  TargetConfig read(String name, TargetFields fields);
}
