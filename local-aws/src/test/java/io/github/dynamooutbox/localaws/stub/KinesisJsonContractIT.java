package io.github.dynamooutbox.localaws.stub;

import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.services.kinesis.KinesisClient;

/** Kinesis in JSON, as clients speak it with {@code -Daws.cborEnabled=false}. */
@ExtendWith(AwsUnderTest.Extension.class)
class KinesisJsonContractIT extends KinesisContract {
  KinesisJsonContractIT(AwsUnderTest aws) {
    super(jsonClient(aws));
  }

  private static KinesisClient jsonClient(AwsUnderTest aws) {
    String setting = SdkSystemSetting.CBOR_ENABLED.property();
    System.setProperty(setting, "false");
    try {
      return AwsUnderTest.configure(KinesisClient.builder(), aws.endpoint()).build();
    } finally {
      System.clearProperty(setting);
    }
  }
}
