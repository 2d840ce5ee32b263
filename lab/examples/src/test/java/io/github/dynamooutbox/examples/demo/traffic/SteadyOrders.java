package io.github.dynamooutbox.examples.demo.traffic;

import io.github.dynamooutbox.examples.demo.check.CommittedRecord;
import io.github.dynamooutbox.examples.orders.OrderService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Orders that come in one after the other, each placed, paid and shipped, until they end. */
public final class SteadyOrders {
  private static final Duration BETWEEN = Duration.ofMillis(50);
  private static final String GOODS = "sku-1";

  private final CommitLog log = new CommitLog();
  private final OrderService service;
  private final CompletableFuture<Void> done;
  private volatile boolean ending;
  private volatile int placed;

  private SteadyOrders(OrderService service) {
    this.service = service;
    done = CompletableFuture.runAsync(this::run);
  }

  public static SteadyOrders start(DynamoDbClient dynamoDb, String table) {
    return new SteadyOrders(new OrderService(dynamoDb, table));
  }

  private void run() {
    log.add(service.receiveStock(GOODS, 1_000_000));
    for (int number = 1; !ending; number++) {
      String id = "order-%06d".formatted(number);
      log.add(service.place(id, "customer-1", Map.of(GOODS, 1)));
      log.add(service.pay(id));
      log.add(service.ship(id));
      placed = number;
      try {
        TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos());
      } catch (InterruptedException e) {
        throw new CompletionException(e);
      }
    }
  }

  /** Orders that have come to their end, or all that will if one of them failed. */
  public int placed() {
    return done.isCompletedExceptionally() ? Integer.MAX_VALUE : placed;
  }

  public void end() {
    ending = true;
    done.join();
  }

  public List<CommittedRecord> records() {
    return log.records();
  }
}
