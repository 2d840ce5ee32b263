package io.github.dynamooutbox.springorders.embedded;

import io.github.dynamooutbox.springorders.OrdersApplication;
import org.springframework.boot.SpringApplication;

/** Runs the service with all that it needs, and prints each event that arrives in the queue. */
final class EmbeddedOrders {
  private EmbeddedOrders() {}

  public static void main(String[] arguments) {
    try (EmbeddedShop shop = new EmbeddedShop()) {
      SpringApplication orders = new SpringApplication(OrdersApplication.class);
      orders.setDefaultProperties(shop.properties());
      orders.run(arguments);
      System.out.println(
          "Place an order: curl -i -X PUT localhost:8080/orders/1 -H 'Content-Type:"
              + " application/json' -d '{\"customer\":\"c1\",\"total\":7}'");
      while (!Thread.currentThread().isInterrupted()) {
        shop.received().forEach(event -> System.out.println("in the queue: " + event));
      }
    }
  }
}
