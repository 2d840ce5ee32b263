package io.github.dynamooutbox.aws.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A record that decompresses to 300 MB is parked and redriven with a small heap. */
@Tag("full")
class LargeRedriveIT {
  @Test
  @Timeout(180)
  void passesWithAHeapOf96Megabytes() throws Exception {
    try (DynamoDbUnderTest dynamoDb = DynamoDbUnderTest.open()) {
      String table = AwsUnderTest.unique("large");
      ControlTable.create(dynamoDb.client(), table);
      dynamoDb.created(table);

      assertThat(LargeRecordTest.run("1", dynamoDb.endpoint().toString(), table))
          .contains("published 300, left []", "accepted 300");
    }
  }
}
