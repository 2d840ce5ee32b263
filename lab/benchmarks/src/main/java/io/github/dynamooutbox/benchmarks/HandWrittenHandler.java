package io.github.dynamooutbox.benchmarks;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;

/**
 * The minimal code that publishes one event to a bus: the same client and Powertools' logging, the
 * data of the record's event as it is, one request. It expects one record and handles no errors.
 */
public final class HandWrittenHandler implements RequestStreamHandler {
  private static final Logger LOG = LoggerFactory.getLogger(HandWrittenHandler.class);

  private final EventBridgeClient client =
      EventBridgeClient.builder()
          .httpClientBuilder(ApacheHttpClient.builder())
          .overrideConfiguration(settings -> settings.retryStrategy(AwsRetryStrategy.doNotRetry()))
          .build();

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context) {
    boolean unused =
        PowertoolsLogging.withLogging(
            context,
            () -> {
              try {
                publish(data(input));
                output.write("{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8));
                return true;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private void publish(String detail) {
    PutEventsRequestEntry entry =
        PutEventsRequestEntry.builder()
            .eventBusName("orders")
            .source("/shop/orders")
            .detailType("OrderChanged")
            .detail(detail)
            .build();
    int failed = client.putEvents(request -> request.entries(entry)).failedEntryCount();
    LOG.debug("{} failed", failed);
  }

  /** The text of the first field "data" in DynamoDB's JSON. */
  private static String data(InputStream input) throws IOException {
    try (JsonParser json = new JsonFactory().createParser(input)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME && json.currentName().equals("data")) {
          json.nextToken();
          json.nextToken();
          json.nextToken();
          return json.getText();
        }
      }
    }
    throw new IOException("no data");
  }
}
