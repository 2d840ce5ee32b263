package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.amazon.awscdk.services.lambda.LayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.constructs.Construct;

/** What the functions need beside their own jar, for kinds of targets that not every relay has. */
final class TargetLayers {
  private TargetLayers() {}

  /**
   * The modules that these targets need, in the order of their names.
   *
   * @see TargetSettings.Type#artifact()
   */
  static Set<String> needed(List<TargetSettings> targets) {
    Set<String> needed = new TreeSet<>();
    targets.forEach(target -> target.type().artifact().ifPresent(needed::add));
    return needed;
  }

  /**
   * A layer for each module that is needed.
   *
   * @throws ConfigException if its layer was neither given nor found
   */
  static List<ILayerVersion> of(
      Construct scope, String id, RelayArtifacts artifacts, List<TargetSettings> targets) {
    List<ILayerVersion> layers = new ArrayList<>();
    Set<String> needed = needed(targets);
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
