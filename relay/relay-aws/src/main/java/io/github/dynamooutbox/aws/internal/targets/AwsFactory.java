package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.util.Optional;

/** A kind that every relay has. */
interface AwsFactory extends TargetFactory {
  @Override
  default Optional<String> artifact() {
    return Optional.of("relay-aws");
  }
}
