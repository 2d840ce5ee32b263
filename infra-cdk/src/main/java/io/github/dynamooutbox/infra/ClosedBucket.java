package io.github.dynamooutbox.infra;

import java.util.Optional;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.constructs.Construct;

/**
 * What all buckets have in common: encrypted, never public, over TLS only, kept with their
 * contents.
 */
final class ClosedBucket {
  private ClosedBucket() {}

  /**
   * @param key a customer key; without it, S3's own key encrypts
   */
  static Bucket.Builder builder(Construct scope, String id, Optional<IKey> key) {
    Bucket.Builder bucket =
        Bucket.Builder.create(scope, id)
            .encryption(key.isPresent() ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED)
            .blockPublicAccess(BlockPublicAccess.BLOCK_ALL)
            .enforceSsl(true)
            .removalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    key.ifPresent(used -> bucket.encryptionKey(used).bucketKeyEnabled(true));
    return bucket;
  }
}
