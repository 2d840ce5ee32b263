package io.github.dynamooutbox.localaws.stub;

import org.junit.jupiter.api.extension.ExtendWith;

/** Kinesis in the encoding that the client prefers. */
@ExtendWith(AwsUnderTest.Extension.class)
class KinesisCborContractIT extends KinesisContract {
  KinesisCborContractIT(AwsUnderTest aws) {
    super(aws.kinesis());
  }
}
