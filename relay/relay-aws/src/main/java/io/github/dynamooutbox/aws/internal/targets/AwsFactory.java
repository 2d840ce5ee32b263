package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.util.Optional;

/** A kind that every relay has. */
abstract class AwsFactory implements TargetFactory {
  private final String type;
  private final Section keys;
  private final ResourceKind resource;

  AwsFactory(String type, Section keys, ResourceKind resource) {
    this.type = type;
    this.keys = keys;
    this.resource = resource;
  }

  @Override
  public final String type() {
    return type;
  }

  @Override
  public final Section keys() {
    return keys;
  }

  @Override
  public final Optional<ResourceKind> resource() {
    return Optional.of(resource);
  }

  @Override
  public final Optional<String> artifact() {
    return Optional.of("relay-aws");
  }
}
