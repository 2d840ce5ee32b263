package io.github.dynamooutbox.springorders.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.springorders.OrdersApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

@Tag("full")
class EmbeddedOrdersIT {
  private static final Duration BOUND = Duration.ofSeconds(60);

  @Test
  void placesAnOrderAndItsEventIsInTheQueue() throws Exception {
    try (EmbeddedShop shop = new EmbeddedShop()) {
      SpringApplication application = new SpringApplication(OrdersApplication.class);
      application.setDefaultProperties(shop.properties());
      try (ConfigurableApplicationContext orders =
          application.run("--server.port=0", "--server.address=127.0.0.1")) {
        String port = orders.getEnvironment().getProperty("local.server.port");
        assertThat(place(port)).isEqualTo(201);
        assertThat(place(port)).isEqualTo(409);

        List<String> received = new ArrayList<>();
        Instant bound = Instant.now().plus(BOUND);
        while (received.isEmpty() && Instant.now().isBefore(bound)) {
          received.addAll(shop.received());
        }
        assertThat(received).hasSize(1);
        assertThat(received.get(0)).contains("\"OrderPlaced\"", "\"customer\":\"c1\"");
      }
    }
  }

  private static int place(String port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders/1"))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"customer\":\"c1\",\"total\":7}"))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
