package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.aws.internal.bus.BusClient;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Event;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Keys;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Result;
import io.github.dynamooutbox.format.Sha256;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;

/**
 * The baseline, over the SDK with the same HTTP client as the relay's: reads the batch, packs
 * requests in the order of the records, and sends each as soon as it is full, with a fixed number
 * in flight. It keeps no order, retries nothing and returns no result.
 */
final class BareLoop implements AutoCloseable {
  private static final String CUSTOM_BUS =
      "arn:aws:events:us-east-1:000000000000:event-busv2/orders/abcdefghij0123456789abcde";
  private static final String TOPIC = "arn:aws:sns:us-east-1:000000000000:orders.fifo";

  private final Sender sender;
  private final int entries;
  private final ExecutorService calls;

  /**
   * An event as the loop sends it.
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
      SdkBytes cloudEvent) {
    private String text() {
      return cloudEvent.asUtf8String();
    }
  }

  /** Sends messages as one request, blocks until it is answered, and returns what failed. */
  interface Sender {
    int send(List<BareMessage> messages);
  }

  /**
   * A kind of ordered target that the relay and the loop send to.
   *
   * @param entries in a full request
   */
  record Service(String title, String target, int entries, Function<URI, Sender> sender) {
    static final Service EVENTBRIDGE =
        new Service(
            "EventBridge",
            "\"type\": \"eventbridge\", \"busName\": \"orders\", \"ordered\": true",
            10,
            BareLoop::eventBridge);

    /** Kinesis with requests of a tenth of its 500 entries. */
    static final List<Service> ALL =
        List.of(
            EVENTBRIDGE,
            new Service(
                "Custom Event Bus",
                "\"type\": \"eventbridgev2\", \"busArn\": \"" + CUSTOM_BUS + '"',
                100,
                BareLoop::customBus),
            new Service(
                "SNS FIFO", "\"type\": \"sns\", \"topicArn\": \"" + TOPIC + '"', 10, BareLoop::sns),
            new Service(
                "Kinesis",
                "\"type\": \"kinesis\", \"streamName\": \"orders\"",
                50,
                BareLoop::kinesis));

    /** The relay's configuration with this target alone. */
    String configuration(int entriesOfRequest, int inFlight) {
      return """
          {"table": {"name": "orders"},
           "targets": {"orders": {%s, "maxEntries": %d, "maxInFlight": %d}},
           "routes": [{"to": ["orders"]}]}
          """
          .formatted(target, entriesOfRequest, inFlight);
    }
  }

  BareLoop(Service service, URI endpoint, int entries, int inFlight) {
    this.sender = service.sender.apply(endpoint);
    this.entries = entries;
    this.calls = Executors.newFixedThreadPool(inFlight);
  }

  void send(ShardBatch batch) {
    List<CompletableFuture<Void>> requests = new ArrayList<>();
    List<BareMessage> open = new ArrayList<>(entries);
    MessageReader.read(
        batch.json(),
        message -> {
          open.add(message);
          if (open.size() == entries) {
            requests.add(start(open));
            open.clear();
          }
        });
    if (!open.isEmpty()) {
      requests.add(start(open));
    }
    requests.forEach(CompletableFuture::join);
  }

  private CompletableFuture<Void> start(List<BareMessage> messages) {
    List<BareMessage> request = List.copyOf(messages);
    return CompletableFuture.runAsync(
        () -> {
          if (sender.send(request) != 0) {
            throw new IllegalStateException("the server did not accept every entry");
          }
        },
        calls);
  }

  @Override
  public void close() {
    calls.shutdownNow();
  }

  private static Sender eventBridge(URI endpoint) {
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
                .detail(message.text())
                .build());
      }
      return client.putEvents(request -> request.entries(entries)).failedEntryCount();
    };
  }

  /** Over the relay's own client: the SDK's does not resolve here. */
  private static Sender customBus(URI endpoint) {
    BusClient client = configured(BusClient.builder(), endpoint);
    return messages -> {
      List<Event> entries = new ArrayList<>(messages.size());
      for (BareMessage message : messages) {
        String id = String.join("\n", deduplication(message), CUSTOM_BUS, "PutEvents");
        entries.add(
            new Event(
                message.source(),
                message.type(),
                message.text(),
                message.time(),
                message.aggregate(),
                new Keys(message.aggregate(), Sha256.hex(id))));
      }
      int failed = 0;
      for (Result result : client.putEvents(CUSTOM_BUS, entries)) {
        failed += result.successCode().isPresent() ? 0 : 1;
      }
      return failed;
    };
  }

  private static Sender sns(URI endpoint) {
    SnsClient client = configured(SnsClient.builder(), endpoint);
    return messages -> {
      List<PublishBatchRequestEntry> entries = new ArrayList<>(messages.size());
      for (BareMessage message : messages) {
        entries.add(
            PublishBatchRequestEntry.builder()
                .id(Integer.toString(entries.size()))
                .message(message.text())
                .messageGroupId(message.aggregate())
                .messageDeduplicationId(deduplication(message))
                .build());
      }
      return client
          .publishBatch(batch -> batch.topicArn(TOPIC).publishBatchRequestEntries(entries))
          .failed()
          .size();
    };
  }

  private static Sender kinesis(URI endpoint) {
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
      return client
          .putRecords(request -> request.records(entries).streamName("orders"))
          .failedRecordCount();
    };
  }

  private static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C configured(
      B builder, URI endpoint) {
    return LocalClients.configure(builder, endpoint)
        .overrideConfiguration(
            settings ->
                settings
                    .retryStrategy(AwsRetryStrategy.doNotRetry())
                    .apiCallTimeout(Duration.ofSeconds(10)))
        .build();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String deduplication(BareMessage message) {
    MessageDigest digest = sha256();
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
  }
}
