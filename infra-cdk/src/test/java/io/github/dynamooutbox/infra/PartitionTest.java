package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * China and GovCloud are partitions of their own: an ARN is the deployer's, or CloudFormation's.
 */
@NeedsNode
class PartitionTest {
  /** An ARN with its partition written down. */
  private static final Pattern LITERAL = Pattern.compile("arn:aws[a-z-]*:[^\"\\\\ ]+");

  /** Of what an ARN of a document stands for: its objects, and its cluster's topic. */
  private static final List<String> WITHIN =
      List.of(
          "arn:aws:s3:::example-company-archive/orders/*",
          "arn:aws:kafka:eu-west-1:111122223333:topic"
              + "/orders/12345678-1234-1234-1234-123456789012-2/orders");

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void isTakenFromWhereTheStackIsDeployed(Synthesised example) throws IOException {
    String file = example.example().replaceFirst("\\..*", "") + ".json";

    assertThat(arns(example))
        .isSubsetOf(
            Stream.concat(arns(Files.readString(Path.of("examples", file))), WITHIN.stream())
                .toList());
  }

  @Test
  void isTakenFromWhereTheStackIsDeployedInAVpcThatIsMade() {
    assertThat(arns(Synthesised.parsed(KclRelayTest.OWN_VPC))).isEmpty();
  }

  @Test
  void isThatOfTheStackForAnImageInARegistry() {
    Synthesised china =
        Synthesised.parsed(
            """
            {"table": {"name": "trades"}, "relay": {"host": "kcl"},
             "targets": {"bus": {"type": "eventbridge", "busName": "trades"}},
             "routes": [{"to": ["bus"]}],
             "infrastructure": {"region": "cn-north-1", "service": {
               "image": "111122223333.dkr.ecr.cn-north-1.amazonaws.com.cn/outbox/relay:1.0"}}}
            """);
    assertThat(arns(china)).isEmpty();
    assertThat(RenderedRights.of(china).get("ServiceTaskExecutionRole"))
        .contains("arn:AWS::Partition:ecr:cn-north-1:111122223333:repository/outbox/relay");
  }

  private static List<String> arns(Synthesised example) {
    return arns(example.template().toString()).distinct().toList();
  }

  private static Stream<String> arns(String text) {
    return LITERAL.matcher(text).results().map(MatchResult::group);
  }
}
