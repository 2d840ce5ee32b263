package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.target.AwsPlace;
import io.github.dynamooutbox.aws.target.TargetRight;
import java.util.List;
import java.util.Map;

/** How the relay proves to a cluster who it is. */
public sealed interface Authentication
    permits NoAuthentication, IamRole, PasswordReference, CertificateReference {
  /**
   * Settings of Kafka's clients, read anew for each client.
   *
   * @throws org.apache.kafka.common.config.ConfigException if what is referred to is not there
   */
  Map<String, Object> settings();

  /** Whether there is a SASL exchange. */
  boolean sasl();

  /** What the relay must be allowed to do in AWS. */
  List<TargetRight> rights(String topic, AwsPlace place);
}
