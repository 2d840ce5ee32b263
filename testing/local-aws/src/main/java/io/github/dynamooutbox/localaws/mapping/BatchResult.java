package io.github.dynamooutbox.localaws.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the outcome of a batch from the function's response.
 *
 * <p>An absent, null or empty list of failures is success, and so is a null answer. An identifier
 * that is empty, null, missing or not of this batch fails the whole batch, and so does an answer
 * that is not of this shape.
 */
final class BatchResult {
  private static final ObjectMapper JSON = new ObjectMapper();

  private BatchResult() {}

  /** The index of the first unfinished record: 0 if all failed, the batch's size if none did. */
  static int firstUnfinished(byte[] response, List<StreamEntry> batch) {
    int allFailed = 0;
    int success = batch.size();
    JsonNode answer;
    try {
      answer = JSON.readTree(response);
    } catch (IOException malformed) {
      return allFailed;
    }
    if (answer.isNull()) {
      return success;
    }
    if (!answer.isObject()) {
      return allFailed;
    }
    JsonNode failures = answer.path("batchItemFailures");
    if (failures.isMissingNode() || failures.isNull()) {
      return success;
    }
    if (!failures.isArray()) {
      return allFailed;
    }
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      index.put(batch.get(i).sequenceNumber(), i);
    }
    int first = success;
    for (JsonNode failure : failures) {
      Integer failed = index.get(failure.path("itemIdentifier").asText(""));
      if (failed == null) {
        return allFailed;
      }
      first = Math.min(first, failed);
    }
    return first;
  }
}
