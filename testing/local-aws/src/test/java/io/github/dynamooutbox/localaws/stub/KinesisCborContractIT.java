package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.opentest4j.TestAbortedException;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;

/** Kinesis in the encoding that the client prefers. */
@ExtendWith(ContractServices.Extension.class)
class KinesisCborContractIT extends KinesisContract {
  KinesisCborContractIT(ContractServices aws) {
    super(aws.kinesis());
    // An endpoint that understands the question says that there is no such stream.
    String missing = ContractServices.unique("missing");
    AwsUnderTest.mayLack(
        "CBOR",
        () ->
            assertThatExceptionOfType(ResourceNotFoundException.class)
                .isThrownBy(() -> aws.kinesis().describeStreamSummary(r -> r.streamName(missing))),
        TestAbortedException::new);
  }
}
