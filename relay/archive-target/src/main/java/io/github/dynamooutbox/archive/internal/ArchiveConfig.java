package io.github.dynamooutbox.archive.internal;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The configuration of an archive.
 *
 * @param prefix the prefix of all keys, with a slash at the end
 */
public record ArchiveConfig(String name, String bucket, String prefix, Sending sending)
    implements TargetConfig {
  /** S3 user guide, "General purpose bucket naming rules". */
  private static final String NAME =
      "(?!xn--|sthree-|amzn-s3-demo-|[a-z0-9.-]*\\.\\.|([0-9]+\\.){3}[0-9]+$"
          + "|[a-z0-9.-]*(-s3alias|--ol-s3|\\.mrap|--x-s3|--table-s3)$)"
          + "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]";

  /** Its resource. */
  public static final ResourceKind BUCKET =
      ResourceKind.of(
              "AWS::S3::Bucket",
              Key.text(
                      "bucketName",
                      TextRule.of(
                          NAME,
                          "a bucket's name: 3 to 63 lower-case letters, digits, hyphens and dots"))
                  .readBy(BOTH)
                  .about("The bucket's name. The stack creates a bucket with this name."),
              Key.text(
                      "bucketArn",
                      TextRule.of(
                          "arn:aws[a-z-]*:s3:::" + NAME, "a bucket's ARN: arn:aws:s3:::<name>"))
                  .readBy(BOTH)
                  .about("The ARN of an existing bucket."))
          .arns("s3", "")
          .uniqueEverywhere()
          .actions("s3:PutObject")
          .keyActions("kms:GenerateDataKey");

  @Override
  public BatchLimits limits() {
    return sending.limits();
  }

  @Override
  public Optional<TargetResource> resource() {
    return Optional.of(new TargetResource(BUCKET, bucket, "/" + prefix + "*", BUCKET.actions()));
  }

  @Override
  public void examine(TargetFindings findings) {
    try (S3Client client =
        S3Client.builder().overrideConfiguration(OperatorClients::forQuestions).build()) {
      new BucketExamination(this, findings).run(client);
    }
  }

  @Override
  public boolean usesOnlyClientsOfTheHost() {
    return true;
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    return new ArchiveTarget(this, host.client(S3Client.class, S3Client::builder), host);
  }
}
