package io.github.dynamooutbox.kcl.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads DynamoDB Local's stream as JSON, so that its answers can be passed on unchanged. */
final class LocalStream {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The iterator has expired, or points before the oldest record: DynamoDB Local sometimes reports
   * this for an iterator that it returned while the shard had no record.
   */
  private static final Set<String> ITERATOR =
      Set.of("ExpiredIteratorException", "TrimmedDataAccessException");

  // By default the client offers HTTP/2 with each request, which is of no use here.
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;
  private final String arn;
  private final Set<String> finished = new HashSet<>();
  private String shard = "";
  private String iterator = "";
  private BigInteger last = BigInteger.ZERO;

  LocalStream(URI endpoint, String arn) {
    this.endpoint = endpoint;
    this.arn = arn;
  }

  JsonNode describe() {
    return call("DescribeStream", Map.of("StreamArn", arn));
  }

  /** The records that no earlier call returned; continues with the next shard at the end of one. */
  JsonNode next() {
    if (iterator.isEmpty()) {
      iterator = iterator();
    }
    if (iterator.isEmpty()) {
      return JSON.createArrayNode();
    }
    JsonNode answer;
    try {
      answer = call("GetRecords", Map.of("ShardIterator", iterator));
    } catch (IteratorException e) {
      iterator = "";
      return JSON.createArrayNode();
    }
    iterator = answer.path("NextShardIterator").asText("");
    if (iterator.isEmpty()) {
      finished.add(shard);
    }
    ArrayNode news = JSON.createArrayNode();
    for (JsonNode each : answer.get("Records")) {
      if (VirtualShard.sequence(each).compareTo(last) > 0) {
        news.add(each);
        last = VirtualShard.sequence(each);
      }
    }
    return news;
  }

  /** The iterator to continue with; empty if no shard follows yet. */
  private String iterator() {
    for (JsonNode each : describe().at("/StreamDescription/Shards")) {
      if (!finished.contains(each.get("ShardId").asText())) {
        shard = each.get("ShardId").asText();
        return call(
                "GetShardIterator",
                Map.of("StreamArn", arn, "ShardId", shard, "ShardIteratorType", "TRIM_HORIZON"))
            .get("ShardIterator")
            .asText();
      }
    }
    return "";
  }

  private JsonNode call(String action, Map<String, String> parameters) {
    ObjectNode body = JSON.createObjectNode();
    parameters.forEach(body::put);
    try {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(endpoint)
                  .header("Content-Type", "application/x-amz-json-1.0")
                  .header("X-Amz-Target", "DynamoDBStreams_20120810." + action)
                  .header(
                      "Authorization",
                      "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request,"
                          + " SignedHeaders=host, Signature=none")
                  .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw refused(action, answer);
      }
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static IllegalStateException refused(String action, HttpResponse<byte[]> answer) {
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    String message = "%s: HTTP %d %s".formatted(action, answer.statusCode(), body);
    return ITERATOR.stream().anyMatch(body::contains)
        ? new IteratorException(message)
        : new IllegalStateException(message);
  }

  /** KCL, too, starts again at the shard's oldest record then. */
  private static final class IteratorException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private IteratorException(String message) {
      super(message);
    }
  }

  /** A part of the stream: the records of some partition keys, from one position to another. */
  static final class VirtualShard {
    private static final ObjectMapper JSON = new ObjectMapper();

    final String id;
    final int low;
    final int high;
    private final Optional<String> parent;
    private final BigInteger start;
    private final List<JsonNode> records = new ArrayList<>();
    private Optional<BigInteger> end = Optional.empty();

    /**
     * @param low the first hash of a partition key that it holds
     * @param high the first hash beyond it
     */
    VirtualShard(String id, Optional<String> parent, BigInteger start, int low, int high) {
      this.id = id;
      this.parent = parent;
      this.start = start;
      this.low = low;
      this.high = high;
    }

    boolean holds(int hash) {
      return end.isEmpty() && low <= hash && hash < high;
    }

    void add(JsonNode record) {
      records.add(record);
    }

    void close(BigInteger last) {
      end = Optional.of(last);
    }

    boolean isOpen() {
      return end.isEmpty();
    }

    JsonNode described() {
      ObjectNode shard = JSON.createObjectNode().put("ShardId", id);
      parent.ifPresent(name -> shard.put("ParentShardId", name));
      ObjectNode range = shard.putObject("SequenceNumberRange");
      range.put("StartingSequenceNumber", start.toString());
      end.ifPresent(last -> range.put("EndingSequenceNumber", last.toString()));
      return shard;
    }

    /** The index at which an iterator of this type starts. */
    int index(String type, String position) {
      if (type.equals("TRIM_HORIZON")) {
        return 0;
      }
      if (type.equals("LATEST")) {
        return records.size();
      }
      BigInteger first = new BigInteger(position);
      int index = 0;
      while (index < records.size()
          && sequence(records.get(index)).compareTo(first) < (type.startsWith("AFTER") ? 1 : 0)) {
        index++;
      }
      return index;
    }

    /** The answer to a read from there. */
    JsonNode read(int index, int limit) {
      int next = Math.min(records.size(), index + limit);
      ObjectNode answer = JSON.createObjectNode();
      records.subList(index, next).forEach(answer.putArray("Records")::add);
      if (isOpen() || next < records.size()) {
        answer.put("NextShardIterator", id + "|" + next);
      }
      return answer;
    }

    static BigInteger sequence(JsonNode record) {
      return new BigInteger(record.get("dynamodb").get("SequenceNumber").asText());
    }
  }
}
