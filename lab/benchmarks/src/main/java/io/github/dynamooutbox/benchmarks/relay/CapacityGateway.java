package io.github.dynamooutbox.benchmarks.relay;

import com.sun.net.httpserver.HttpExchange;
import io.github.dynamooutbox.localaws.DynamoDbProxy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A proxy in front of DynamoDB that has each request report the units that it consumes, and adds
 * them up by operation. Transparent to clients.
 */
final class CapacityGateway implements AutoCloseable {
  private static final Set<String> METERED =
      Set.of(
          "GetItem",
          "Query",
          "Scan",
          "BatchGetItem",
          "PutItem",
          "UpdateItem",
          "DeleteItem",
          "BatchWriteItem",
          "TransactWriteItems",
          "TransactGetItems");
  private static final Pattern UNITS = Pattern.compile("\"CapacityUnits\":([0-9.]+)");

  private final DynamoDbProxy proxy;
  private final Map<String, Consumed> consumed = new TreeMap<>();

  /** The consumption of one operation. */
  record Consumed(int requests, double units) {
    Consumed plus(double more) {
      return new Consumed(requests + 1, units + more);
    }
  }

  CapacityGateway(URI server) {
    proxy = new DynamoDbProxy(server, this::handle);
  }

  URI endpoint() {
    return proxy.endpoint();
  }

  /** The consumption by operation since the last call. */
  synchronized Map<String, Consumed> getAndReset() {
    Map<String, Consumed> all = new TreeMap<>(consumed);
    consumed.clear();
    return all;
  }

  private void handle(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String operation = target.substring(target.indexOf('.') + 1);
    String request = new String(body, StandardCharsets.UTF_8);
    if (METERED.contains(operation)) {
      request = "{\"ReturnConsumedCapacity\":\"TOTAL\"," + request.substring(1);
    }
    HttpResponse<byte[]> response =
        proxy.forward(exchange, request.getBytes(StandardCharsets.UTF_8));
    add(operation, new String(response.body(), StandardCharsets.UTF_8));
    DynamoDbProxy.answer(exchange, response.statusCode(), response.body());
  }

  private synchronized void add(String operation, String response) {
    double units =
        UNITS
            .matcher(response)
            .results()
            .map(MatchResult::group)
            .mapToDouble(found -> Double.parseDouble(found.substring(found.indexOf(':') + 1)))
            .sum();
    consumed.merge(operation, new Consumed(1, units), (all, one) -> all.plus(one.units));
  }

  @Override
  public void close() {
    proxy.close();
  }
}
