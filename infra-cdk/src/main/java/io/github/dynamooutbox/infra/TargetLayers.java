package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.amazon.awscdk.services.lambda.LayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.constructs.Construct;

/** The layers that functions need beside their own jar, for what not every relay does. */
final class TargetLayers {
  private TargetLayers() {}

  /**
   * The modules that the targets need, in the order of their names.
   *
   * @see io.github.dynamooutbox.aws.targets.TargetFactory#artifact()
   */
  static Set<String> needed(OutboxConfig config) {
    Set<String> needed = new TreeSet<>();
    config.targets().forEach(target -> target.kind().artifact().ifPresent(needed::add));
    needed.remove("relay-aws");
    if (config.sendsLargePayloads()) {
      // It has S3's client.
      needed.add("archive-target");
    }
    return needed;
  }

  /**
   * A layer for each module that is needed.
   *
   * @throws ConfigException if its layer was neither given nor found
   */
  static List<ILayerVersion> of(
      Construct scope, String id, RelayArtifacts artifacts, OutboxConfig config) {
    List<ILayerVersion> layers = new ArrayList<>();
    Set<String> needed = needed(config);
    if (!needed.isEmpty()) {
      Construct group = new Construct(scope, id);
      for (String module : needed) {
        layers.add(
            LayerVersion.Builder.create(group, module)
                .description("Dynamo Outbox: " + module)
                .code(artifacts.layer(module))
                .compatibleRuntimes(List.of(Runtime.JAVA_25))
                .build());
      }
    }
    return layers;
  }
}
