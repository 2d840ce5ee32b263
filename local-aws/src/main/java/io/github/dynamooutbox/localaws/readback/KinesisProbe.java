package io.github.dynamooutbox.localaws.readback;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;

/** Whether Kinesis understands CBOR. */
public final class KinesisProbe {
  private KinesisProbe() {}

  /** Asks for a stream that does not exist: who understands that says so. */
  public static Optional<String> lackOfCbor(URI endpoint) {
    try (KinesisClient client = AwsUnderTest.configure(KinesisClient.builder(), endpoint).build()) {
      client.describeStreamSummary(r -> r.streamName(AwsUnderTest.unique("missing")));
      return Optional.of("it describes a stream that does not exist");
    } catch (ResourceNotFoundException understood) {
      return Optional.empty();
    } catch (SdkException e) {
      return Optional.of("it answered " + e.getMessage());
    }
  }
}
