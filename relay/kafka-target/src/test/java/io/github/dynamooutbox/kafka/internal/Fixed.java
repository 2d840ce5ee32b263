package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.List;

/** Fixed credentials for tests. */
record Fixed(String text) implements Credentials {
  @Override
  public String place() {
    return "a test";
  }

  @Override
  public List<TargetRight> rights(AwsPlace place) {
    return List.of();
  }
}
