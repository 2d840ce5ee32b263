package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.aws.target.Sending;
import io.github.dynamooutbox.aws.target.TargetConfig;
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
