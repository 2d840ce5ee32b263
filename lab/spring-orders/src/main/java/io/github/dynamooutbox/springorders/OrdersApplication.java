package io.github.dynamooutbox.springorders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service. Its clients and its outbox follow from application.properties. */
@SpringBootApplication
public class OrdersApplication {
  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(OrdersApplication.class, arguments);
  }
}
