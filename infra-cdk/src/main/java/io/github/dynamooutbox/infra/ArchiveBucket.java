package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.amazon.awscdk.services.s3.StorageClass;
import software.amazon.awscdk.services.s3.Transition;
import software.constructs.Construct;

/**
 * A bucket of an archive. It keeps what was removed or overwritten for a month, and stays when the
 * stack is deleted, with everything in it.
 */
final class ArchiveBucket {
  private static final Duration REMOVED_KEPT = Duration.days(30);

  private ArchiveBucket() {}

  static Bucket create(
      Construct scope, String id, String name, Optional<IKey> key, ArchiveSettings settings) {
    Bucket bucket =
        ClosedBucket.builder(scope, id, key)
            .bucketName(name)
            .versioned(true)
            .lifecycleRules(List.of(rule(settings)))
            .build();
    NagSuppression.because(
        bucket,
        "AwsSolutions-S1",
        "The relay writes here and a replay reads; where accesses have to be proven, data events of"
            + " CloudTrail say who they were, which a log of accesses does not.");
    return bucket;
  }

  private static LifecycleRule rule(ArchiveSettings settings) {
    LifecycleRule.Builder rule =
        LifecycleRule.builder()
            .noncurrentVersionExpiration(REMOVED_KEPT)
            .abortIncompleteMultipartUploadAfter(Duration.days(1));
    settings
        .coldAfterDays()
        .ifPresent(
            days ->
                rule.transitions(
                    List.of(
                        Transition.builder()
                            .storageClass(StorageClass.GLACIER_INSTANT_RETRIEVAL)
                            .transitionAfter(Duration.days(days))
                            .build())));
    settings.retentionDays().ifPresent(days -> rule.expiration(Duration.days(days)));
    if (settings.retentionDays().isEmpty()) {
      // S3 accepts this only without an expiration, which cleans up after itself.
      rule.expiredObjectDeleteMarker(true);
    }
    return rule.build();
  }
}
