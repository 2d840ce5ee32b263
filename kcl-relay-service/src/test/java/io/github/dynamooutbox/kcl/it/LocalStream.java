package io.github.dynamooutbox.kcl.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** DynamoDB Local's stream in its own words, so that its answers can be handed on as they are. */
final class LocalStream {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI endpoint;
  private final String arn;
  private String iterator = "";

  LocalStream(URI endpoint, String arn) {
    this.endpoint = endpoint;
    this.arn = arn;
  }

  JsonNode describe() {
    return call("DescribeStream", Map.of("StreamArn", arn));
  }

  /** The records that no call before this has returned. */
  JsonNode next() {
    if (iterator.isEmpty()) {
      String shard = describe().at("/StreamDescription/Shards/0/ShardId").asText();
      iterator =
          call(
                  "GetShardIterator",
                  Map.of("StreamArn", arn, "ShardId", shard, "ShardIteratorType", "TRIM_HORIZON"))
              .get("ShardIterator")
              .asText();
    }
    JsonNode answer = call("GetRecords", Map.of("ShardIterator", iterator));
    iterator = answer.get("NextShardIterator").asText();
    return answer.get("Records");
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
        throw new IllegalStateException(action + ": HTTP " + answer.statusCode());
      }
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
