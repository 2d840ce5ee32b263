package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.FakeDynamoDb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Items that updates with SET and REMOVE make, in memory. */
final class UpdatedItems implements FakeDynamoDb {
  static final String TABLE = "control";

  private static final Pattern EXPRESSION =
      Pattern.compile("(?:SET (?<sets>[^R]+?))? ?(?:REMOVE (?<removals>.+))?");

  private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items =
      new HashMap<>();
  private int requests;

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    assertThat(request.tableName()).isEqualTo(TABLE);
    requests++;
    Map<String, AttributeValue> item =
        items.computeIfAbsent(request.key(), key -> new HashMap<>(key));
    Matcher expression = EXPRESSION.matcher(request.updateExpression());
    assertThat(expression.matches()).as(request.updateExpression()).isTrue();
    Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
    Map<String, AttributeValue> values = new HashMap<>(request.expressionAttributeValues());
    for (String set : parts(expression.group("sets"))) {
      int equals = set.indexOf(" = ");
      AttributeValue value = values.remove(set.substring(equals + 3));
      item.put(names.remove(set.substring(0, equals)), value);
    }
    for (String removal : parts(expression.group("removals"))) {
      item.remove(names.remove(removal));
    }
    // DynamoDB refuses an update with a name or a value that its expression does not use.
    assertThat(names).isEmpty();
    assertThat(values).isEmpty();
    assertThat(item).doesNotContainKey(null).doesNotContainValue(null);
    return UpdateItemResponse.builder().build();
  }

  private static Iterable<String> parts(String list) {
    return list == null ? List.of() : List.of(list.split(", ", -1));
  }

  Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
    return items.getOrDefault(key, Map.of());
  }

  int requests() {
    return requests;
  }
}
