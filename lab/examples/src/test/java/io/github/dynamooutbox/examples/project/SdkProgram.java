package io.github.dynamooutbox.examples.project;

/**
 * What writer and inbox ask of the SDK, as a program that is given a DynamoDB Local with a table
 * {@code orders}: transactions, cancellation reasons, tokens, queries, both kinds of clients.
 * Prints what came of each.
 */
final class SdkProgram {
  static final String NAME = "Shop";

  /** What it prints with every version of the SDK. */
  static final String OUTPUT =
      """
      committed
      known result
      version taken
      condition of stock failed
      committed asynchronously
      parked
      handled, 0 left
      repeated
      leased once
      """;

  static final String SOURCE =
      """
      import io.github.dynamooutbox.format.*;
      import io.github.dynamooutbox.inbox.*;
      import io.github.dynamooutbox.writer.*;
      import java.net.URI;
      import java.time.Duration;
      import java.util.Map;
      import java.util.TreeMap;
      import software.amazon.awssdk.auth.credentials.*;
      import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
      import software.amazon.awssdk.regions.Region;
      import software.amazon.awssdk.services.dynamodb.*;
      import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

      public class Shop {
        static final Map<String, AttributeValue> STOCK = key("STOCK");

        public static void main(String[] arguments) {
          try (DynamoDbClient client = at(DynamoDbClient.builder(), arguments[0]).build();
              DynamoDbAsyncClient async = at(DynamoDbAsyncClient.builder(), arguments[0]).build()) {
            writes(client, async);
            handles(Inbox.builder(client).table("orders").consumer("c")
                .order(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK)).build());
          }
        }

        static <B extends AwsClientBuilder<B, C>, C> B at(B builder, String endpoint) {
          return builder
              .endpointOverride(URI.create(endpoint))
              .region(Region.EU_CENTRAL_1)
              .credentialsProvider(
                  StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")));
        }

        static void writes(DynamoDbClient client, DynamoDbAsyncClient async) {
          Outbox outbox = Outbox.builder(client).table("orders").source("/shop").build();
          Aggregate order = Aggregate.of("Order", "1");
          Event placed = Event.withoutPayload("OrderPlaced");
          for (int i = 0; i < 2; i++) {
            CommitResult result =
                outbox.transaction().put(STOCK).events(order.at(1), placed)
                    .idempotencyKey("k1").commandResult("known result").commit();
            System.out.println(
                result instanceof CommitResult.Committed ? "committed" : result.commandResult().get());
          }
          try {
            outbox.transaction().events(order.at(1), placed).commit();
          } catch (VersionTakenException e) {
            System.out.println("version taken");
          }
          try {
            outbox.transaction().check(STOCK, "attribute_not_exists(PK)").named("stock")
                .events(order.at(2), placed).commit();
          } catch (ConditionFailedException e) {
            if (e.conditions().get(0).action().isNamed("stock")) {
              System.out.println("condition of stock failed");
            }
          }
          AsyncOutbox.builder(async).table("orders").source("/shop").build()
              .transaction().events(order.at(2), placed).commit().join();
          System.out.println("committed asynchronously");
        }

        static void handles(Inbox inbox) {
          EventHandler handler = (event, tx) -> tx.put(key("HANDLED#" + event.id()));
          System.out.println(
              inbox.handle(event(2), handler) instanceof HandleResult.Parked ? "parked" : "?");
          HandleResult handled = inbox.handle(event(1), handler);
          System.out.println(
              (handled.isFinished() ? "handled, " : "?")
                  + inbox.parked("/shop", new AggregateKey("Order", "1")).count() + " left");
          System.out.println(
              inbox.handle(event(2), handler) instanceof HandleResult.AlreadyHandled
                  ? "repeated" : "?");
          int[] calls = {0};
          for (int i = 0; i < 2; i++) {
            inbox.handleAtLeastOnce(event(3), Duration.ofMinutes(1), each -> calls[0]++);
          }
          System.out.println(calls[0] == 1 ? "leased once" : "?");
        }

        static ReceivedEvent event(long version) {
          return ReceivedEvent.of(
              new TreeMap<>(Map.of(
                  "id", "e" + version, "source", "/shop", "type", "OrderPlaced",
                  "partitionkey", "Order#1",
                  "sequence", new EventPosition(version, 0, 1).sequence(), "sequencecount", "1")),
              Payload.of("{}"));
        }

        static Map<String, AttributeValue> key(String partition) {
          return Map.of("PK", AttributeValue.fromS(partition), "SK", AttributeValue.fromS("-"));
        }
      }
      """;

  private SdkProgram() {}
}
