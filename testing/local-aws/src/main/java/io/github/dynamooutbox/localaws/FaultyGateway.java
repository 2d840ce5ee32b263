package io.github.dynamooutbox.localaws;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** A proxy in front of DynamoDB that fails on demand. Thread-safe. */
public final class FaultyGateway implements AutoCloseable {
  private static final byte[] THROTTLED =
      ("{\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\","
              + "\"message\":\"Throughput exceeds the current capacity\"}")
          .getBytes(StandardCharsets.UTF_8);

  private static final byte[] REFUSED =
      ("{\"__type\":\"com.amazonaws.dynamodb.v20120810#AccessDeniedException\","
              + "\"Message\":\"is not authorized to perform this\"}")
          .getBytes(StandardCharsets.UTF_8);

  /** What happens to requests. */
  public enum Mode {
    PASSES,
    /** Refuses them as DynamoDB does when a partition is at its limit. */
    THROTTLES,
    /** Refuses them as DynamoDB does when a permission is missing. */
    REFUSES,
    /** DynamoDB carries out the request, and the connection is closed without an answer. */
    LOSES_ANSWERS,
    /** The connection is closed; the request never reaches DynamoDB. */
    CUTS
  }

  private final DynamoDbProxy proxy;
  private volatile Mode mode = Mode.PASSES;
  private volatile String table = "";
  private volatile int percent = 100;
  private volatile Duration delay = Duration.ZERO;

  /** Forwards everything to this server until {@link #set} says otherwise. */
  public FaultyGateway(URI server) {
    proxy = new DynamoDbProxy(server, this::handle);
  }

  /** The endpoint for clients. */
  public URI endpoint() {
    return proxy.endpoint();
  }

  /** Applies this mode to all requests from now on. */
  public void set(Mode next) {
    set(next, "");
  }

  /** Applies this mode to requests that name this table from now on; others pass. */
  public void set(Mode next, String onlyTable) {
    table = onlyTable;
    percent = 100;
    mode = next;
  }

  /** Throttles this share of all requests from now on. */
  public void throttle(int percentOfRequests) {
    set(Mode.THROTTLES);
    percent = percentOfRequests;
  }

  /** Holds each answer back for this long from now on. */
  public void slowDown(Duration time) {
    delay = time;
  }

  private void handle(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
    boolean affected =
        new String(body, StandardCharsets.UTF_8).contains(table)
            && ThreadLocalRandom.current().nextInt(100) < percent;
    Mode now = affected ? mode : Mode.PASSES;
    switch (now) {
      case THROTTLES -> DynamoDbProxy.answer(exchange, 400, THROTTLED);
      case REFUSES -> DynamoDbProxy.answer(exchange, 400, REFUSED);
      case CUTS -> {}
      case PASSES, LOSES_ANSWERS -> {
        HttpResponse<byte[]> response = proxy.forward(exchange, body);
        Thread.sleep(delay.toMillis());
        if (now == Mode.PASSES) {
          DynamoDbProxy.answer(exchange, response.statusCode(), response.body());
        }
      }
    }
  }

  @Override
  public void close() {
    proxy.close();
  }
}
