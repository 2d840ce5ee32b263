package io.github.dynamooutbox.springorders.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.springorders.OrdersApplication;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

@Tag("full")
class EmbeddedOrdersIT {
  @Test
  void placesAnOrderAndItsEventIsInTheQueue() {
    try (EmbeddedShop shop = new EmbeddedShop()) {
      SpringApplication application = new SpringApplication(OrdersApplication.class);
      application.setDefaultProperties(shop.properties());
      try (ConfigurableApplicationContext orders =
          application.run("--server.port=0", "--server.address=127.0.0.1")) {
        String port = orders.getEnvironment().getProperty("local.server.port");
        assertThat(place(port)).isEqualTo(201);
        assertThat(place(port)).isEqualTo(409);

        List<String> received = new ArrayList<>();
        Instant bound = Instant.now().plus(Duration.ofSeconds(60));
        while (received.isEmpty() && Instant.now().isBefore(bound)) {
          received.addAll(shop.received());
        }
        assertThat(received).hasSize(1);
        assertThat(received.get(0)).contains("\"OrderPlaced\"", "\"customer\":\"c1\"");
      }
    }
  }

  private static int place(String port) {
    return RestClient.create("http://127.0.0.1:" + port)
        .put()
        .uri("/orders/1")
        .contentType(MediaType.APPLICATION_JSON)
        .body("{\"customer\":\"c1\",\"total\":7}")
        .exchange((request, response) -> response.getStatusCode().value());
  }
}
