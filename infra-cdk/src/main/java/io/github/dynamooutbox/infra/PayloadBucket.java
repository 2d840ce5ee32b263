package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.constructs.Construct;

/**
 * The bucket in which writers put payloads that are too large for a record, and from which
 * consumers get them. The relay publishes the address of a payload; it may read one only if a
 * target has {@code inlinePayloadBytes}. Objects are encrypted with the tables' customer key where
 * there is one, cannot be public, travel over TLS only, and are removed after the configured time.
 * The bucket stays when the stack is deleted.
 */
public final class PayloadBucket extends Construct {
  private final Bucket bucket;
  private final Optional<IKey> key;

  /**
   * @param outbox the outbox table, whose key this bucket shares
   */
  public PayloadBucket(Construct scope, String id, PayloadSettings settings, OutboxTable outbox) {
    super(scope, id);
    key = outbox.keyForOthers();
    bucket =
        ClosedBucket.builder(this, "Bucket", key).lifecycleRules(List.of(expiry(settings))).build();
    NagSuppression.because(
        bucket,
        "AwsSolutions-S1",
        "Each object is put by a commit and read by consumers of its event, whose own logs name the"
            + " event; a log of accesses would say nothing more, and cost a second bucket.");
  }

  private static LifecycleRule expiry(PayloadSettings settings) {
    return LifecycleRule.builder()
        .expiration(Duration.days(settings.retentionDays()))
        .abortIncompleteMultipartUploadAfter(Duration.days(1))
        .build();
  }

  /** The bucket, for other uses. */
  public IBucket bucket() {
    return bucket;
  }

  /** Permits a writer to put payloads, and nothing else. */
  public Grant grantPut(IGrantable writer) {
    return bucket.grantPut(writer);
  }

  /** Lets a relay get payloads, to send them itself, and see that one is gone. */
  void allow(Rights relay) {
    relay.allow(List.of("s3:GetObject"), List.of(bucket.arnForObjects("*")));
    relay.allow(List.of("s3:ListBucket"), List.of(bucket.getBucketArn()));
    NagSuppression.wildcard(
        relay,
        "Resource::<.*Payloads.*\\.Arn>\\/\\*",
        "Writers name payloads by event and content, and the relay sends whichever an event refers"
            + " to.");
    key.ifPresent(used -> relay.allow(List.of("kms:Decrypt"), List.of(used.getKeyArn())));
  }

  /**
   * Permits a consumer to get payloads, and to list the bucket: without that, S3 answers that
   * access is denied where an object is gone.
   */
  public Grant grantRead(IGrantable consumer) {
    return bucket.grantRead(consumer);
  }
}
