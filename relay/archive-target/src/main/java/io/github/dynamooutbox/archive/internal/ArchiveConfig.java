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
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.PublicAccessBlockConfiguration;
import software.amazon.awssdk.services.s3.model.S3Exception;

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

  /** Examines whether a bucket exists, blocks public access, and has a life-cycle rule. */
  record BucketExamination(ArchiveConfig config, TargetFindings findings) {
    void run(S3Client client) {
      findings.look("s3:ListBucket", () -> there(client));
      findings.look("s3:GetBucketPublicAccessBlock", () -> closed(client));
      findings.look("s3:GetLifecycleConfiguration", () -> expires(client));
    }

    private void there(S3Client client) {
      var unused = client.headBucket(head -> head.bucket(config.bucket()));
      findings.fine("is there: bucket " + config.bucket());
    }

    private void closed(S3Client client) {
      try {
        PublicAccessBlockConfiguration block =
            client
                .getPublicAccessBlock(get -> get.bucket(config.bucket()))
                .publicAccessBlockConfiguration();
        if (block.blockPublicAcls()
            && block.ignorePublicAcls()
            && block.blockPublicPolicy()
            && block.restrictPublicBuckets()) {
          findings.fine("blocks public access");
          return;
        }
      } catch (S3Exception e) {
        ifMissing(e, "NoSuchPublicAccessBlockConfiguration");
      }
      findings.advise(
          "does not block public access itself, and its objects contain whole events",
          "block all public access of the bucket");
    }

    private void expires(S3Client client) {
      try {
        boolean isRuled =
            client
                .getBucketLifecycleConfiguration(get -> get.bucket(config.bucket()))
                .rules()
                .stream()
                .map(LifecycleRule::status)
                .anyMatch(ExpirationStatus.ENABLED::equals);
        if (isRuled) {
          findings.fine("has a life-cycle rule");
          return;
        }
      } catch (S3Exception e) {
        ifMissing(e, "NoSuchLifecycleConfiguration");
      }
      findings.advise(
          "keeps everything forever: it has no life-cycle rule",
          "add a rule that moves objects to a cheaper class, or expires them");
    }

    /** Rethrows an error, unless its code says only that nothing is configured. */
    private static void ifMissing(AwsServiceException failure, String code) {
      if (!code.equals(failure.awsErrorDetails().errorCode())) {
        throw failure;
      }
    }
  }
}
