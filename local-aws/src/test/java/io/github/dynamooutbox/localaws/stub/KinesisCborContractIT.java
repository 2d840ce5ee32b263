package io.github.dynamooutbox.localaws.stub;

import io.github.dynamooutbox.localaws.Ability;
import org.junit.jupiter.api.extension.ExtendWith;

/** Kinesis in the encoding that the client prefers. */
@ExtendWith(AwsUnderTest.Extension.class)
class KinesisCborContractIT extends KinesisContract {
  KinesisCborContractIT(AwsUnderTest aws) {
    super(aws.kinesis());
    aws.require(Ability.CBOR);
  }
}
