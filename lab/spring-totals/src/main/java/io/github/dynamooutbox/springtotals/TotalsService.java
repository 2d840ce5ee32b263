package io.github.dynamooutbox.springtotals;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service. Its clients and its inbox follow from application.properties. */
@SpringBootApplication
public class TotalsService {
  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(TotalsService.class, arguments);
  }
}
