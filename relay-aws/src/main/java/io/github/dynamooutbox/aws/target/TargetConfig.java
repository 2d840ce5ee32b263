package io.github.dynamooutbox.aws.target;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;

/**
 * A target as it is configured. Immutable, and equal to another one that is configured in the same
 * way.
 */
public interface TargetConfig {
  /** The name that routes and metrics use. */
  String name();

  /** The limits of a request, and of concurrent requests. */
  BatchLimits limits();

  /**
   * How many of the {@link TargetHost#executor}'s threads the requests of one shard take at most:
   * one for each, unless a target does several things for a request at the same time.
   */
  default int threads() {
    return limits().maxInFlight();
  }

  /**
   * What has to be known before the target can be opened, and is not yet: for example the ARN of a
   * resource that is only named until it is deployed. Each with its key and what to give.
   */
  default List<String> unresolved() {
    return List.of();
  }

  /**
   * What the relay must be allowed to do. A role that deploys it allows this, and the examination
   * of a deployed function compares it with the function's role.
   *
   * @param place where a resource is that is configured by name
   */
  List<TargetRight> rights(AwsPlace place);

  /**
   * Examines whether the target can be used, and what could be wrong with it. Publishes and changes
   * nothing.
   */
  void examine(TargetFindings findings);

  /**
   * Whether everything that the target sends goes through {@link TargetHost#client}. If so, a
   * function may send a sample event to it while its snapshot is taken, over clients without a
   * network, so that the classes for it are loaded.
   */
  default boolean usesOnlyClientsOfTheHost() {
    return false;
  }

  /**
   * Opens the target. Sends nothing, and does not wait for anything.
   *
   * @param host lends what targets share
   */
  OpenTarget<?> open(TargetHost host);
}
