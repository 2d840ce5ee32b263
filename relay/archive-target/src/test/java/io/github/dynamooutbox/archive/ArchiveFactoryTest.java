package io.github.dynamooutbox.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveFactoryTest {
  @Test
  void isFoundByItsTypeAndHasOneRequestInFlight() {
    assertThat(target("\"bucketName\": \"orders\"").limits())
        .isEqualTo(new BatchLimits(10_000, 16 << 20, 1));
  }

  @Test
  void reportsAllProblemsTogether() {
    assertThatThrownBy(
            () ->
                target(
                    """
                    "bucketNam": "x", "ordered": true, "envelope": "data", "maxEntries": 10001,
                    "prefix": "events"
                    """))
        .hasMessageContaining(
            "targets.archive.bucketName: is missing: name the bucket, or give its bucketArn")
        .hasMessageContaining(
            "targets.archive.bucketNam: unknown key; did you mean \"bucketName\"?")
        .hasMessageContaining("targets.archive.prefix: ")
        .hasMessageContaining("each followed by a slash")
        .hasMessageContaining("targets.archive.ordered: true is impossible")
        .hasMessageContaining("targets.archive.envelope: \"data\" is impossible")
        .hasMessageContaining("targets.archive.maxEntries: 10001 must be a whole number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab", "Orders", "a..b", "10.0.0.1", "-orders", "xn--orders", "a/b"})
  void acceptsNoBucketThatS3Refuses(String bucket) {
    assertThatThrownBy(() -> target("\"bucketName\": \"%s\"".formatted(bucket)))
        .hasMessageContaining("a bucket's name");
  }

  @Test
  void needsPermissionToPutObjectsUnderItsPrefixOnly() {
    TargetConfig target = target("\"bucketName\": \"orders\", \"prefix\": \"shop/events/\"");
    assertThat(target.rights(new AwsPlace("aws-cn", "cn-north-1", "111122223333")))
        .containsExactly(
            new TargetRight(List.of("s3:PutObject"), "arn:aws-cn:s3:::orders/shop/events/*"));
  }

  @Test
  void takesTheNameFromAnArn() {
    TargetConfig target = target("\"bucketArn\": \"arn:aws:s3:::orders\"");
    assertThat(target.rights(new AwsPlace("aws", "eu-west-1", "111122223333")))
        .containsExactly(new TargetRight(List.of("s3:PutObject"), "arn:aws:s3:::orders/events/*"));
  }

  @Test
  void refusesAnArnOfAnotherBucket() {
    assertThatThrownBy(
            () -> target("\"bucketName\": \"shop\", \"bucketArn\": \"arn:aws:s3:::orders\""))
        .hasMessageContaining("targets.archive.bucketArn: is not the ARN of bucketName \"shop\"");
  }

  @Test
  void declaresEachKey() {
    assertThat(new ArchiveFactory().keys().keys())
        .<String>extracting(Key::name)
        .containsExactlyInAnyOrder(
            "bucketName",
            "bucketArn",
            "kmsKeyArn",
            "prefix",
            "ordered",
            "envelope",
            "maxEntries",
            "maxInFlight",
            "maxEntryBytes",
            "maxRequestBytes");
  }

  private static TargetConfig target(String keys) {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"}, "targets": {"archive": {"type": "s3", %s}},
             "routes": [{"to": ["archive"]}]}
            """
                .formatted(keys));
    return config.targets().iterator().next();
  }
}
