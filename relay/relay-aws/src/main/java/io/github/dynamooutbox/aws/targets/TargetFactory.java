package io.github.dynamooutbox.aws.targets;

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
   * A JSON Schema (2020-12) for targets of this kind: an object in which {@code properties} has
   * each key with its description, limits and default, {@code type} included. It may refer to the
   * definitions that all kinds share: {@code #/$defs/ordered}, {@code #/$defs/envelope} and {@code
   * #/$defs/maxInFlight}. It accepts what {@link #read} accepts, as far as a schema can express
   * that. The caller adds {@code inlinePayloadBytes}, which targets of all kinds have and the
   * caller reads.
   */
  String schema();

  /**
   * Reads a target. Reports every mistake to the fields, which name its path, and returns a
   * configuration nevertheless: one with a mistake is never opened. Keys that are not read count as
   * unknown, and the caller reports them. Does no I/O.
   *
   * @param name the name that routes and metrics use
   */
  TargetConfig read(String name, TargetFields fields);
}
