package io.github.dynamooutbox.examples.collector;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.io.IOException;
import java.net.URI;
import java.net.URLConnection;
import java.util.List;

// snippet:start config
/** The configuration of one collector. */
record CollectorConfig(String name, URI url, Sending sending) implements TargetConfig {
  private static final int CONNECT_MILLIS = 2_000;

  @Override
  public BatchLimits limits() {
    return sending.limits();
  }

  @Override
  public List<TargetRight> rights(AwsPlace place) {
    // Needs none: a collector is not in AWS.
    return List.of();
  }

  @Override
  public void examine(TargetFindings findings) {
    try {
      // Connects without sending anything.
      URLConnection connection = url.toURL().openConnection();
      connection.setConnectTimeout(CONNECT_MILLIS);
      connection.connect();
      findings.fine("listens at " + url);
    } catch (IOException e) {
      findings.unchecked("cannot be reached at " + url, "start the collector, or correct its url");
    }
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    return new CollectorTarget(this, host.callTimeout());
  }
}
// snippet:end
