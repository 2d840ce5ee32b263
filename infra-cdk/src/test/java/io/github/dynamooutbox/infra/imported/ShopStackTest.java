package io.github.dynamooutbox.infra.imported;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.infra.NeedsNode;
import io.github.dynamooutbox.infra.OutboxConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.lambda.Code;

/** The constructs in an app of somebody else, out of another package. */
@NeedsNode
class ShopStackTest {
  private static final OutboxConfig CONFIG =
      OutboxConfig.parse(
          """
          {"table": {"name": "shop"}, "controlTable": {"name": "shop-control"},
           "targets": {"bus": {"type": "eventbridge", "busName": "shop"}},
           "routes": [{"to": ["bus"]}]}
          """);

  @Test
  void makesARelayThatIsWatched() throws IOException {
    Path jar = Files.writeString(Path.of("target", "shop-stand-in.zip"), "stands for a jar");

    Template template =
        Template.fromStack(new ShopStack(new App(), CONFIG, Code.fromAsset(jar.toString())));

    template.resourceCountIs("AWS::DynamoDB::GlobalTable", 2);
    template.resourceCountIs("AWS::Events::EventBus", 1);
    template.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.of("StartingPosition", "TRIM_HORIZON", "BatchSize", 500, "ParallelizationFactor", 1));
    assertThat(template.findResources("AWS::CloudWatch::Alarm")).hasSizeGreaterThan(10);
  }
}
