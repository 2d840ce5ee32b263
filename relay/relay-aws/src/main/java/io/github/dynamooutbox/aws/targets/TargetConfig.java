package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;
import java.util.Optional;

/** A target as configured. Immutable, and equal to another one with the same configuration. */
public interface TargetConfig {
  /** The name that routes and metrics use. */
  String name();

  /** The limits of a request, and of concurrent requests. */
  BatchLimits limits();

  /**
   * The most threads of {@link TargetHost#executor} that the requests of one shard use: one for
   * each request, unless a target does several things for a request at the same time.
   */
  default int threads() {
    return limits().maxInFlight();
  }

  /**
   * What is not known yet but has to be before the target can be opened, for example the ARN of a
   * resource that only has a name until it is deployed. Each names its key and what to give.
   */
  default List<String> unresolved() {
    return List.of();
  }

  /** The AWS resource that it sends to, which a stack can create; empty if there is none. */
  default Optional<TargetResource> resource() {
    return Optional.empty();
  }

  /**
   * What the relay must be allowed to do. Deployments allow this to the relay's role, and the
   * examination of a deployed function compares it with that role.
   *
   * @param place the place of resources that are configured by name
   */
  default List<TargetRight> rights(AwsPlace place) {
    return resource().map(sentTo -> sentTo.rights(place)).orElse(List.of());
  }

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
