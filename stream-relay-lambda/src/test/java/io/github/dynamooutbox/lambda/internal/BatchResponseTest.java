package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BatchResponseTest {
  @Test
  void namesNothingWhenEverythingIsFinished() throws IOException {
    assertThat(written(Optional.empty())).isEqualTo("{\"batchItemFailures\":[]}");
  }

  @Test
  void namesTheFirstUnfinishedPositionExactlyAsReceived() throws IOException {
    assertThat(written(Optional.of(new StreamPosition("000000012345678901234567890"))))
        .isEqualTo(
            "{\"batchItemFailures\":[{\"itemIdentifier\":\"000000012345678901234567890\"}]}");
  }

  private static String written(Optional<StreamPosition> position) throws IOException {
    var output = new ByteArrayOutputStream();
    BatchResponse.write(position, output);
    return output.toString(StandardCharsets.UTF_8);
  }
}
