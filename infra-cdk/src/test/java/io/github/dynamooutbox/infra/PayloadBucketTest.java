package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;

/** The bucket of large payloads, and who may do what with it. */
@NeedsNode
class PayloadBucketTest {
  private static final Synthesised WITH_KEY = Synthesised.of("fifo-topic");
  private static final Synthesised PLAIN = Choices.of("payloads");
  private static final Synthesised SENT = Choices.of("inline");

  @Test
  void isMadeOnlyWhereItIsConfigured() {
    assertThat(Choices.of("quiet").resources("AWS::S3::Bucket").map(Map.Entry::getKey))
        .noneMatch(id -> id.startsWith("Payloads"));
  }

  @Test
  void removesPayloadsLaterThanRecords() {
    assertThat(rules(WITH_KEY)).allMatch(rule -> rule.path("ExpirationInDays").asInt() == 90);
    assertThat(rules(PLAIN))
        .singleElement()
        .satisfies(rule -> assertThat(rule.path("ExpirationInDays").asInt()).isEqualTo(30))
        .satisfies(rule -> assertThat(rule.path("Status").asText()).isEqualTo("Enabled"));
  }

  @Test
  void isPrivateAndStays() {
    JsonNode bucket = bucket(PLAIN);
    assertThat(bucket.at("/Properties/PublicAccessBlockConfiguration"))
        .hasSize(4)
        .allMatch(JsonNode::asBoolean);
    assertThat(bucket.path("DeletionPolicy").asText()).isEqualTo("RetainExceptOnCreate");
  }

  @Test
  void sharesTheTablesKey() {
    assertThat(encryption(WITH_KEY).path("SSEAlgorithm").asText()).isEqualTo("aws:kms");
    assertThat(encryption(PLAIN).path("SSEAlgorithm").asText()).isEqualTo("AES256");
  }

  /** Writers put, consumers read, and the relay does neither unless it has to. */
  @Test
  void permitsEachItsPart() {
    App app = new App();
    OutboxConfig config = OutboxConfig.parse(Choices.document("payloads").toString());
    OutboxStack stack = new OutboxStack(app, config, Synthesised.artifacts());
    stack.outbox().grantWrite(role(stack, "Writer"));
    stack.outbox().payloads().orElseThrow().grantRead(role(stack, "Consumer"));
    Map<String, String> rights = RenderedRights.of(Synthesised.of(app, stack));
    assertThat(rights.get("Writer")).contains("s3:PutObject").doesNotContain("s3:GetObject");
    assertThat(rights.get("Consumer"))
        .contains("s3:GetObject", "s3:List")
        .doesNotContain("s3:PutObject", "dynamodb:");
    assertThat(rights.get("LambdaRelay")).doesNotContain("Payloads");
    assertThat(rights.get("RedriverRedrive")).doesNotContain("Payloads");
  }

  @Test
  void permitsTheRelayToReadWhereATargetIsSentPayloads() {
    Map<String, String> rights = RenderedRights.of(SENT);
    for (String reader : List.of("LambdaRelay", "RedriverRedrive")) {
      assertThat(rights.get(reader))
          .as(reader)
          .contains("may s3:GetObject\n  on PayloadsBucket.Arn/*")
          .contains("may s3:ListBucket\n  on PayloadsBucket.Arn\n")
          .doesNotContain("s3:PutObject\n  on Payloads");
    }
    assertThat(SENT.properties("AWS::Lambda::LayerVersion"))
        .singleElement()
        .satisfies(
            layer -> assertThat(layer.path("Description").asText()).contains("archive-target"));
    assertThat(PLAIN.properties("AWS::Lambda::LayerVersion")).isEmpty();
  }

  private static Role role(OutboxStack stack, String id) {
    return Role.Builder.create(stack, id)
        .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
        .build();
  }

  private static JsonNode rules(Synthesised stack) {
    return bucket(stack).at("/Properties/LifecycleConfiguration/Rules");
  }

  private static JsonNode encryption(Synthesised stack) {
    return bucket(stack)
        .at(
            "/Properties/BucketEncryption/ServerSideEncryptionConfiguration/0"
                + "/ServerSideEncryptionByDefault");
  }

  private static JsonNode bucket(Synthesised stack) {
    return stack.first("AWS::S3::Bucket", "Payloads");
  }
}
