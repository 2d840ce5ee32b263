package io.github.dynamooutbox.kcl.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.kcl.it.LocalStream.VirtualShard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An endpoint for DynamoDB Local's stream that presents its one shard as several, which can be
 * split and rolled over as in DynamoDB: the records of a partition key stay together, and those of
 * an ended shard come before those of its children.
 */
final class ShardedStream implements AutoCloseable {
  private static final int HASHES = 1024;
  private static final int LIMIT = 1000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LocalStream stream;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool(ShardedStream::daemon);
  private final List<VirtualShard> shards = new ArrayList<>();
  private BigInteger last = BigInteger.ZERO;
  private long reads;
  private volatile boolean closed;

  /** Why the stream can no longer be read. */
  private volatile Optional<RuntimeException> failure = Optional.empty();

  ShardedStream(LocalStream stream, int first) {
    this.stream = stream;
    for (int i = 0; i < first; i++) {
      add(Optional.empty(), i * HASHES / first, (i + 1) * HASHES / first);
    }
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.createContext("/", this::answer);
    http.setExecutor(threads);
    http.start();
    threads.execute(this::follow);
  }

  /** Fails if the underlying stream could not be read. */
  void requireHealthy() {
    failure.ifPresent(
        cause -> {
          throw new IllegalStateException("the stream behind the shards cannot be read", cause);
        });
  }

  /** How many shards receive new records. */
  synchronized int open() {
    return (int) shards.stream().filter(VirtualShard::isOpen).count();
  }

  /** How often a shard was read. */
  synchronized long reads() {
    return reads;
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** Ends each open shard and replaces it by this many children. */
  synchronized void replace(int children) {
    for (VirtualShard shard : shards.stream().filter(VirtualShard::isOpen).toList()) {
      shard.close(last);
      int width = shard.high - shard.low;
      for (int i = 0; i < children; i++) {
        add(
            Optional.of(shard.id),
            shard.low + i * width / children,
            shard.low + (i + 1) * width / children);
      }
    }
  }

  private void add(Optional<String> parent, int low, int high) {
    String id = "shardId-%020d-%08x".formatted(1_700_000_000_000L + shards.size(), shards.size());
    shards.add(new VirtualShard(id, parent, last.add(BigInteger.ONE), low, high));
  }

  private void follow() {
    while (!closed) {
      JsonNode records;
      try {
        records = stream.next();
      } catch (RuntimeException e) {
        if (!closed) {
          failure = Optional.of(e);
        }
        return;
      }
      synchronized (this) {
        records.forEach(this::sort);
      }
      if (records.isEmpty()) {
        pause();
      }
    }
  }

  private static int hash(String partitionKey) {
    return Math.floorMod(partitionKey.hashCode() * 0x9E3779B9, HASHES);
  }

  /** Whether the records of this partition key belong to this shard. */
  synchronized boolean holds(String shard, String partitionKey) {
    VirtualShard one = shard(shard);
    int hash = hash(partitionKey);
    return one.low <= hash && hash < one.high;
  }

  private void sort(JsonNode record) {
    int hash = hash(record.at("/dynamodb/Keys/PK/S").asText());
    shards.stream().filter(shard -> shard.holds(hash)).findFirst().orElseThrow().add(record);
    last = VirtualShard.sequence(record);
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      JsonNode request = JSON.readTree(exchange.getRequestBody());
      byte[] body = JSON.writeValueAsBytes(answer(target.replaceAll(".*\\.", ""), request));
      exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private JsonNode answer(String action, JsonNode request) {
    if (action.equals("DescribeStream")) {
      return describe();
    }
    synchronized (this) {
      if (action.equals("GetShardIterator")) {
        String id = request.get("ShardId").asText();
        int index =
            shard(id)
                .index(
                    request.get("ShardIteratorType").asText(),
                    request.path("SequenceNumber").asText());
        return JSON.createObjectNode().put("ShardIterator", id + "|" + index);
      }
      reads++;
      String iterator = request.get("ShardIterator").asText();
      int bar = iterator.indexOf('|');
      return shard(iterator.substring(0, bar))
          .read(Integer.parseInt(iterator.substring(bar + 1)), request.path("Limit").asInt(LIMIT));
    }
  }

  private JsonNode describe() {
    JsonNode described = stream.describe();
    synchronized (this) {
      ArrayNode all = ((ObjectNode) described.get("StreamDescription")).putArray("Shards");
      shards.forEach(shard -> all.add(shard.described()));
    }
    return described;
  }

  private VirtualShard shard(String id) {
    return shards.stream().filter(shard -> shard.id.equals(id)).findFirst().orElseThrow();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "sharded-stream");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    closed = true;
    http.stop(0);
    threads.shutdown();
  }
}
