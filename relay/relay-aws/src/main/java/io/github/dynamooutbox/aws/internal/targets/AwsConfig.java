package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.publish.BatchLimits;

/** What all AWS targets share. */
interface AwsConfig extends TargetConfig {
  Sending sending();

  @Override
  default BatchLimits limits() {
    return sending().limits();
  }

  @Override
  default boolean usesOnlyClientsOfTheHost() {
    return true;
  }
}
