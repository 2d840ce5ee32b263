import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Commits on virtual threads, to an endpoint that answers only once it has all their requests. */
public class Commits {
  private static final int ORDERS = 16;
  private static final Duration BOUND = Duration.ofMinutes(2);

  public static void main(String[] arguments) throws Exception {
    HttpServer endpoint = endpoint();
    DynamoDbClient client =
        DynamoDbClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + endpoint.getAddress().getPort()))
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
            .httpClientBuilder(ApacheHttpClient.builder().socketTimeout(BOUND.multipliedBy(2)))
            .build();
    Outbox outbox =
        Outbox.builder(client).table("orders").source("/shop/orders").commitTimeout(BOUND).build();

    // snippet:start virtual
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var commits =
          IntStream.range(0, ORDERS)
              .mapToObj(id -> threads.submit(() -> place(outbox, "" + id)))
              .toList();
      for (var commit : commits) {
        commit.get();
      }
    }
    // snippet:end
    System.out.println("committed " + ORDERS + " at once");
    System.exit(0);
  }

  private static Object place(Outbox outbox, String id) {
    return outbox
        .transaction()
        .events(Aggregate.of("Order", id).at(1), Event.ofJson("OrderPlaced", "{}"))
        .commit();
  }

  private static HttpServer endpoint() throws Exception {
    CountDownLatch requests = new CountDownLatch(ORDERS);
    HttpServer endpoint =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    endpoint.setExecutor(Executors.newCachedThreadPool());
    endpoint.createContext(
        "/",
        exchange -> {
          requests.countDown();
          boolean all;
          try {
            all = requests.await(BOUND.toSeconds(), TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          byte[] answer = "{}".getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(all ? 200 : 400, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    endpoint.start();
    return endpoint;
  }
}
