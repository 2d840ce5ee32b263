package io.github.dynamooutbox.archive.internal;

import io.github.dynamooutbox.aws.targets.TargetFindings;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.PublicAccessBlockConfiguration;
import software.amazon.awssdk.services.s3.model.S3Exception;

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
