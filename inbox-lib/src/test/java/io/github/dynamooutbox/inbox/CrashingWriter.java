package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.PayloadStore;
import io.github.dynamooutbox.writer.s3.S3PayloadStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A process that dies when its payload is stored, and its transaction not yet sent. */
final class CrashingWriter {
  /** What the process ends with where it was meant to. */
  static final int DIED = 77;

  private static final long LIMIT_SECONDS = 60;

  private CrashingWriter() {}

  /** Runs it, and returns what it ended with. */
  static int run(URI dynamoDb, URI s3, String bucket, String id)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            CrashingWriter.class.getName(),
            dynamoDb.toString(),
            InboxTable.NAME,
            s3.toString(),
            bucket,
            id);
    Process process = builder.inheritIO().start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the writer still runs after " + LIMIT_SECONDS + " s");
      }
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  public static void main(String[] arguments) {
    DynamoDbClient dynamoDb =
        AwsUnderTest.configure(DynamoDbClient.builder(), URI.create(arguments[0])).build();
    Outbox.builder(dynamoDb)
        .table(arguments[1])
        .source("/shop")
        .largePayloads(
            new Dying(
                S3PayloadStore.of(
                    LocalBuckets.client(URI.create(arguments[2])), arguments[3], "orders/")),
            LargePayloadsIT.THRESHOLD)
        .build()
        .transaction()
        .events(
            Aggregate.of("Order", arguments[4]),
            Event.ofJson("Sent", LargePayloadsIT.LARGE).id("event-" + arguments[4]))
        .commit();
  }

  /** Stores, and is never heard of again. */
  private record Dying(PayloadStore store) implements PayloadStore {
    @Override
    public String place(String eventId, String sha256) {
      return store.place(eventId, sha256);
    }

    @Override
    public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType) {
      CompletableFuture<?> stored =
          store.put(reference, payload, contentType).toCompletableFuture();
      stored.join();
      Runtime.getRuntime().halt(DIED);
      return stored;
    }
  }
}
