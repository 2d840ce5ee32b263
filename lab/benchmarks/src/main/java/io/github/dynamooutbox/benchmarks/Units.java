package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.DynamoDbProxy;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Write units per event that the function consumes at its control table when nothing fails, as
 * DynamoDB Local reports them to a proxy. For reads it would report too little: nothing for items
 * that do not exist.
 */
@Command(name = "units", description = "write units of the relay's bookkeeping (10 s)")
final class Units extends Benchmark {
  private static final double BOUND = 0.1;
  private static final int BATCH = 100;
  private static final int TIMES = 10;
  private static final Pattern UNITS = Pattern.compile("\"CapacityUnits\":([0-9.]+)");
  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem");
  private static final String CONTROL_TABLE = "orders-control";
  private static final String CONFIGURATION =
      """
      {"table": {"name": "orders"},
       "controlTable": {"name": "%s"},
       "targets": {"orders": {"type": "eventbridge", "busName": "orders", "ordered": true}},
       "routes": [{"to": ["orders"]}]}
      """
          .formatted(CONTROL_TABLE);

  @Override
  boolean measure() {
    silenceOthers();
    DoubleAdder units = new DoubleAdder();
    try (AnswerServer target = new AnswerServer();
        DynamoDbLocal server = DynamoDbLocal.start();
        DynamoDbClient client = LocalClients.dynamoDb(server.endpoint());
        DynamoDbProxy proxy = metered(server.endpoint(), units)) {
      target.beDefaultEndpoint();
      ControlTable.create(client, CONTROL_TABLE);
      System.setProperty("aws.endpointUrlDynamoDb", proxy.endpoint().toString());
      try (RelaySide relay = new RelaySide(CONFIGURATION)) {
        // The first batch also reads what the table already holds.
        relay.send(ShardBatch.justNow(0, BATCH));
        units.reset();
        for (int i = 1; i <= TIMES; i++) {
          relay.send(ShardBatch.justNow(i * BATCH, BATCH));
        }
      }
    }
    double written = units.sum() / (TIMES * BATCH);
    print("The relay's bookkeeping: %.4f write units an event. ", written);
    return bound("<= %.1f in batches of %d".formatted(BOUND, BATCH), written <= BOUND);
  }

  private static DynamoDbProxy metered(URI server, DoubleAdder units) {
    DynamoDbProxy[] proxy = new DynamoDbProxy[1];
    proxy[0] =
        new DynamoDbProxy(
            server,
            (exchange, body) -> {
              String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
              String operation = target.substring(target.indexOf('.') + 1);
              if (operation.startsWith("Transact")) {
                throw new IllegalStateException("its units are wrong at DynamoDB Local");
              }
              String request = new String(body, StandardCharsets.UTF_8);
              if (WRITES.contains(operation)) {
                request = "{\"ReturnConsumedCapacity\":\"TOTAL\"," + request.substring(1);
              }
              HttpResponse<byte[]> response =
                  proxy[0].forward(exchange, request.getBytes(StandardCharsets.UTF_8));
              Matcher found = UNITS.matcher(new String(response.body(), StandardCharsets.UTF_8));
              while (WRITES.contains(operation) && found.find()) {
                units.add(Double.parseDouble(found.group(1)));
              }
              DynamoDbProxy.answer(exchange, response.statusCode(), response.body());
            });
    return proxy[0];
  }
}
