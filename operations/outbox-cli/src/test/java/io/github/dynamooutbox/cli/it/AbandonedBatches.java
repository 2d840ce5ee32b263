package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalS3;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.mapping.DiscardedBatch;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A bucket as the on-failure destination of a mapping whose function always fails. */
final class AbandonedBatches implements AutoCloseable {
  /** Where the tool finds S3. */
  static final String ENDPOINT = "aws.endpointUrlS3";

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy/MM/dd").withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH.mm.ss").withZone(ZoneOffset.UTC);

  private final LocalS3 server = SharedServer.RUNNING;
  private final S3Client s3 =
      LocalClients.configure(S3Client.builder(), server.endpoint()).forcePathStyle(true).build();
  private final String mapping = UUID.randomUUID().toString();

  /** Started by the first test that needs it, which takes seconds; ends with the JVM. */
  private static final class SharedServer {
    static final LocalS3 RUNNING = LocalS3.start();
  }

  AbandonedBatches() {
    System.setProperty(ENDPOINT, server.endpoint().toString());
  }

  URI endpoint() {
    return server.endpoint();
  }

  /** A bucket for one test. */
  String bucket() {
    String bucket = AwsUnderTest.unique("failed");
    s3.createBucket(create -> create.bucket(bucket));
    return bucket;
  }

  List<String> objects(String bucket) {
    return s3.listObjectsV2(list -> list.bucket(bucket)).contents().stream()
        .map(S3Object::key)
        .toList();
  }

  void put(String bucket, String key, String content) {
    s3.putObject(put -> put.bucket(bucket).key(key), RequestBody.fromString(content));
  }

  /** Delivers what is in the stream to a function that fails, until Lambda has abandoned all. */
  void abandon(TestOutbox outbox, String bucket, int batchSize) throws Exception {
    abandon(outbox, bucket, batchSize, DiscardedBatch::shardId);
  }

  /**
   * The same.
   *
   * @param shard says of which shard a batch is: the local stream has only one
   */
  void abandon(
      TestOutbox outbox, String bucket, int batchSize, Function<DiscardedBatch, String> shard)
      throws Exception {
    String arn = outbox.streamArn();
    try (DynamoDbStreamsClient streams =
            AwsUnderTest.configure(DynamoDbStreamsClient.builder(), outbox.servers().endpoint())
                .build();
        EventSourceMapping abandoning =
            EventSourceMapping.builder(
                    streams,
                    arn,
                    event -> {
                      throw new FunctionError(
                          FunctionError.Kind.HANDLER, "Unhandled", "it always fails");
                    })
                .batchSize(batchSize)
                // The stream may show the last of a batch a little later than its first.
                .batchingWindow(Duration.ofSeconds(1))
                .maximumRetryAttempts(0)
                .backoff(Duration.ofMillis(1), Duration.ofMillis(2))
                .onFailure(batch -> write(bucket, batch, shard.apply(batch)))
                .start()) {
      if (!abandoning.awaitDrained(Duration.ofSeconds(60))) {
        throw new AssertionError("the mapping does not come to an end");
      }
    }
  }

  private void write(String bucket, DiscardedBatch batch, String shard) {
    Instant now = Instant.now();
    String key =
        "aws/lambda/%s/%s/%s/%s-%s"
            .formatted(mapping, shard, DAY.format(now), TIME.format(now), UUID.randomUUID());
    put(bucket, key, document(batch, shard, now).toString());
  }

  private static ObjectNode document(DiscardedBatch batch, String shard, Instant now) {
    ObjectNode document = new ObjectMapper().createObjectNode();
    document
        .putObject("requestContext")
        .put("requestId", UUID.randomUUID().toString())
        .put("functionArn", "arn:aws:lambda:us-east-1:000000000000:function:relay")
        .put("condition", "RetryAttemptsExhausted")
        .put("approximateInvokeCount", batch.attempts());
    document
        .putObject("responseContext")
        .put("statusCode", 200)
        .put("executedVersion", "$LATEST")
        .put("functionError", "Unhandled");
    document.put("version", "1.0").put("timestamp", now.toString());
    List<String> positions = batch.sequenceNumbers();
    document
        .putObject("DDBStreamBatchInfo")
        .put("shardId", shard)
        .put("startSequenceNumber", positions.get(0))
        .put("endSequenceNumber", positions.get(positions.size() - 1))
        .put("approximateArrivalOfFirstRecord", now.toString())
        .put("approximateArrivalOfLastRecord", now.toString())
        .put("batchSize", positions.size())
        .put("streamArn", batch.streamArn());
    return document.put("payload", batch.event());
  }

  @Override
  public void close() {
    System.clearProperty(ENDPOINT);
    s3.close();
  }
}
