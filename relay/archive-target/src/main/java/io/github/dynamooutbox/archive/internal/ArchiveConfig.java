package io.github.dynamooutbox.archive.internal;

import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The configuration of an archive.
 *
 * @param prefix the prefix of all keys, with a slash at the end
 */
public record ArchiveConfig(String name, String bucket, String prefix, Sending sending)
    implements TargetConfig {
  private static final List<String> WRITE = List.of("s3:PutObject");

  @Override
  public BatchLimits limits() {
    return sending.limits();
  }

  /** The ARN of an object has neither region nor account. */
  @Override
  public List<TargetRight> rights(AwsPlace place) {
    AwsPlace anywhere = new AwsPlace(place.partition(), "", "");
    return List.of(new TargetRight(WRITE, anywhere.arn("s3", bucket + '/' + prefix + '*')));
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
