package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.constructs.Construct;

/**
 * A safety net: batches that Lambda abandons are stored here with whole records. As attempts and
 * age have no limit, it stays empty, and its first object raises an alarm.
 */
final class FailedBatches extends Construct {
  /** Lambda writes below aws/lambda/ and the mapping's id. */
  private static final String OBJECTS = "aws/lambda/*";

  /** What was removed by accident can be restored for this long. */
  private static final Duration REMOVED_KEPT = Duration.days(30);

  private static final Duration UPLOAD = Duration.days(7);

  private final Bucket bucket;

  FailedBatches(Construct scope, String id) {
    super(scope, id);
    bucket =
        ClosedBucket.builder(this, "Bucket", Optional.empty())
            .versioned(true)
            .lifecycleRules(List.of(cleaning()))
            .build();
    NagSuppression.because(
        bucket,
        "AwsSolutions-S1",
        "Only Lambda writes here, and only in an emergency, which is an alarm: a log of accesses"
            + " would need a second bucket that is as empty.");
  }

  /** An object stays until somebody has sent and removed it; only what was removed expires. */
  private static LifecycleRule cleaning() {
    return LifecycleRule.builder()
        .noncurrentVersionExpiration(REMOVED_KEPT)
        .expiredObjectDeleteMarker(true)
        .abortIncompleteMultipartUploadAfter(UPLOAD)
        .build();
  }

  String bucketArn() {
    return bucket.getBucketArn();
  }

  String bucketName() {
    return bucket.getBucketName();
  }

  /** Lets an operator send abandoned batches again, and remove them. */
  void allowToResend(Rights operator) {
    operator.allow(List.of("s3:ListBucket"), List.of(bucket.getBucketArn()));
    operator.allow(
        List.of("s3:DeleteObject", "s3:GetObject"), List.of(bucket.arnForObjects(OBJECTS)));
  }

  void allow(Rights relay) {
    relay.allow(List.of("s3:ListBucket"), List.of(bucket.getBucketArn()));
    relay.allow(List.of("s3:PutObject"), List.of(bucket.arnForObjects(OBJECTS)));
    NagSuppression.wildcard(
        relay,
        "Resource::<.*Bucket.*\\.Arn>\\/aws\\/lambda\\/\\*",
        "Lambda names the objects, and writes them below aws/lambda/ of this bucket.");
  }
}
