package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.localaws.LocalClients;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;

/** Hand-written requests over the SDK, with the same HTTP client as the relay's. */
final class BareClients {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private BareClients() {}

  /**
   * An event as the hand-written loop sends it.
   *
   * @param partition the partition key of its record
   * @param sort the sort key of its record
   * @param index its index in the record
   * @param region where its record was written, at {@code writtenAt}
   * @param aggregate the aggregate, in the form that targets receive
   * @param cloudEvent the rendered message
   */
  record BareMessage(
      String partition,
      String sort,
      int index,
      String id,
      String region,
      Instant writtenAt,
      String aggregate,
      String source,
      String type,
      Instant time,
      SdkBytes cloudEvent) {}

  /** Sends one request and blocks until it is answered. Thread-safe. */
  interface Sender {
    /**
     * Sends the messages as one request.
     *
     * @throws IllegalStateException if an entry was not accepted
     */
    void send(List<BareMessage> messages);
  }

  static Sender eventBridge(URI endpoint) {
    EventBridgeClient client = configured(EventBridgeClient.builder(), endpoint);
    return messages -> {
      List<PutEventsRequestEntry> entries = new ArrayList<>(messages.size());
      for (BareMessage message : messages) {
        entries.add(
            PutEventsRequestEntry.builder()
                .eventBusName("orders")
                .source(message.source())
                .detailType(message.type())
                .time(message.time())
                .resources(message.aggregate())
                .detail(text(message))
                .build());
      }
      require(client.putEvents(request -> request.entries(entries)).failedEntryCount() == 0);
    };
  }

  static Sender sns(URI endpoint) {
    SnsClient client = configured(SnsClient.builder(), endpoint);
    return messages -> {
      List<PublishBatchRequestEntry> entries = new ArrayList<>(messages.size());
      for (BareMessage message : messages) {
        entries.add(
            PublishBatchRequestEntry.builder()
                .id(Integer.toString(entries.size()))
                .message(text(message))
                .messageGroupId(message.aggregate())
                .messageDeduplicationId(deduplication(message))
                .build());
      }
      require(
          client
              .publishBatch(
                  request ->
                      request
                          .topicArn("arn:aws:sns:us-east-1:000000000000:orders.fifo")
                          .publishBatchRequestEntries(entries))
              .failed()
              .isEmpty());
    };
  }

  static Sender kinesis(URI endpoint) {
    KinesisClient client = configured(KinesisClient.builder(), endpoint);
    return messages -> {
      List<PutRecordsRequestEntry> entries = new ArrayList<>(messages.size());
      for (BareMessage message : messages) {
        entries.add(
            PutRecordsRequestEntry.builder()
                .data(message.cloudEvent())
                .partitionKey(message.aggregate())
                .build());
      }
      require(
          client
                  .putRecords(request -> request.records(entries).streamName("orders"))
                  .failedRecordCount()
              == 0);
    };
  }

  private static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C configured(
      B builder, URI endpoint) {
    return builder
        .region(LocalClients.REGION)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .endpointOverride(endpoint)
        .httpClientBuilder(ApacheHttpClient.builder().maxConnections(512))
        .overrideConfiguration(
            settings ->
                settings.retryStrategy(AwsRetryStrategy.doNotRetry()).apiCallTimeout(TIMEOUT))
        .build();
  }

  private static String text(BareMessage message) {
    return message.cloudEvent().asUtf8String();
  }

  private static String deduplication(BareMessage message) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part :
          List.of(
              "orders",
              message.source(),
              message.region(),
              message.partition(),
              message.sort(),
              message.id(),
              "")) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
        digest.update(bytes);
      }
      Instant at = message.writtenAt();
      ByteBuffer end = ByteBuffer.allocate(16);
      end.putLong(at.getEpochSecond()).putInt(at.getNano()).putInt(message.index());
      return HexFormat.of().formatHex(digest.digest(end.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void require(boolean accepted) {
    if (!accepted) {
      throw new IllegalStateException("the server did not accept every entry");
    }
  }
}
