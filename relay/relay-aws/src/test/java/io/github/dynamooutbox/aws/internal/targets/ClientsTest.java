package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;

class ClientsTest {
  static {
    System.setProperty("aws.region", "eu-central-1");
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
  }

  @Test
  void nothingIsKeptOfACallThatHasEnded() {
    AtomicInteger duringCall = new AtomicInteger(-1);
    Clients[] itself = new Clients[1];
    try (Clients clients =
        new Clients(Duration.ofMinutes(10), new Answers(() -> itself[0].timed(), duringCall))) {
      itself[0] = clients;
      EventBridgeClient client = clients.get(EventBridgeClient.class, EventBridgeClient::builder);

      for (int i = 0; i < 3; i++) {
        assertThat(
                client
                    .putEvents(request -> request.entries(List.<PutEventsRequestEntry>of()))
                    .failedEntryCount())
            .isZero();
      }

      assertThat(duringCall).hasValue(1);
      assertThat(clients.timed()).isZero();
    }
  }

  private record Answers(IntSupplier timed, AtomicInteger duringCall) implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() {
          duringCall.set(timed.getAsInt());
          byte[] body = "{\"Entries\":[],\"FailedEntryCount\":0}".getBytes(StandardCharsets.UTF_8);
          return HttpExecuteResponse.builder()
              .response(SdkHttpResponse.builder().statusCode(200).build())
              .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
              .build();
        }

        @Override
        public void abort() {}
      };
    }

    @Override
    public void close() {}
  }
}
