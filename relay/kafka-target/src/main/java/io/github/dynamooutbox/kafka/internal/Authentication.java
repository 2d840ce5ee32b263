package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.List;
import java.util.Map;

/** How the relay authenticates to a cluster. */
public sealed interface Authentication
    permits NoAuthentication, IamRole, PasswordReference, CertificateReference {
  /**
   * Settings for Kafka's clients. Credentials are read again for each client.
   *
   * @throws org.apache.kafka.common.config.ConfigException if credentials cannot be read or are
   *     incomplete
   */
  Map<String, Object> settings();

  /** Whether it uses SASL. */
  boolean sasl();

  /** The permissions that the relay needs in AWS. */
  List<TargetRight> rights(String topic, AwsPlace place);
}
