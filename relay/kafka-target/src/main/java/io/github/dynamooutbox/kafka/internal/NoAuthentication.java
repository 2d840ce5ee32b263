package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.List;
import java.util.Map;

/** For a cluster that restricts access by network only. */
public record NoAuthentication() implements Authentication {
  @Override
  public Map<String, Object> settings() {
    return Map.of();
  }

  @Override
  public boolean sasl() {
    return false;
  }

  @Override
  public List<TargetRight> rights(String topic, AwsPlace place) {
    return List.of();
  }
}
