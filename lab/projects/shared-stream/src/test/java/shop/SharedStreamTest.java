package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedStreamTest {
  private static final String BATCH =
      "{\"Records\":[{\"eventName\":\"INSERT\",\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":\"ORDER#1\"}}}}]}";

  private final List<String> seen = new ArrayList<>();

  @Test
  void bothGetTheWholeBatchAndBothFailuresAreReported() throws IOException {
    String answer = handle(failingAt("7"), failingAt("5"), new SharedStream.Present());

    assertEquals(
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"7\"},{\"itemIdentifier\":\"5\"}]}", answer);
    assertEquals(List.of(BATCH, BATCH), seen);
  }

  @Test
  void nothingIsReportedIfNothingFailed() throws IOException {
    assertEquals("{\"batchItemFailures\":[]}", handle(new SharedStream.Present()));
  }

  /** Lambda then delivers the batch again, to both. */
  @Test
  void exceptionFailsTheWholeBatch() {
    assertThrows(
        IllegalStateException.class,
        () ->
            handle(
                (input, output, context) -> {
                  throw new IllegalStateException("fails");
                }));
  }

  private static String handle(RequestStreamHandler... handlers) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    new SharedStream(handlers).handleRequest(new ByteArrayInputStream(BATCH.getBytes()), output, null);
    return output.toString();
  }

  private RequestStreamHandler failingAt(String position) {
    return (input, output, context) -> {
      seen.add(new String(input.readAllBytes()));
      output.write(
          ("{\"batchItemFailures\":[{\"itemIdentifier\":\"" + position + "\"}]}").getBytes());
    };
  }
}
