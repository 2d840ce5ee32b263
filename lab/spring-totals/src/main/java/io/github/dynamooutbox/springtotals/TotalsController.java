package io.github.dynamooutbox.springtotals;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Says what a customer has spent. */
@RestController
class TotalsController {
  private final DynamoDbClient client;

  TotalsController(DynamoDbClient client) {
    this.client = client;
  }

  @GetMapping("/customers/{id}")
  String spent(@PathVariable("id") String id) {
    return client
        .getItem(get -> get.tableName("totals").key(TotalsListener.key(id)))
        .item()
        .getOrDefault("spent", AttributeValue.fromN("0"))
        .n();
  }
}
