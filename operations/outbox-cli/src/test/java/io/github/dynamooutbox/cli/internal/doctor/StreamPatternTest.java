package io.github.dynamooutbox.cli.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.OutboxSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPatternTest {
  private static final OutboxSchema SCHEMA = OutboxSchema.defaults();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"eventName\":[\"INSERT\"]}",
        "{\"eventName\":[\"MODIFY\",\"INSERT\"]}",
        "{\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"OUTBOX#\"}]}}}}",
        "{\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"ORDER#\"},{\"prefix\":\"OUT\"}]}}}}"
      })
  void passesNewRecords(String pattern) {
    assertThat(new StreamPattern(pattern).passesRecordsOf(SCHEMA)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not JSON",
        "{\"eventName\":[\"MODIFY\"]}",
        "{\"eventName\":[{\"anything-but\":[\"REMOVE\"]}]}",
        "{\"userIdentity\":{\"type\":[\"Service\"]}}",
        "{\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"OUTBOX#Order\"}]}}}}",
        "{\"dynamodb\":{\"Keys\":{\"pk\":{\"S\":[{\"prefix\":\"OUTBOX#\"}]}}}}",
        "{\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"OUTBOX#\"}]},\"SK\":{\"S\":[\"1\"]}}}}",
        "{\"dynamodb\":{\"NewImage\":{\"tenant\":{\"S\":[\"acme\"]}}}}"
      })
  void doesNotVouchForAnythingElse(String pattern) {
    assertThat(new StreamPattern(pattern).passesRecordsOf(SCHEMA)).isFalse();
  }

  @Test
  void suggestsWhatPasses() throws Exception {
    String pattern =
        new ObjectMapper()
            .readTree(StreamPattern.suggested(SCHEMA))
            .at("/Filters/0/Pattern")
            .asText();

    assertThat(new StreamPattern(pattern).passesRecordsOf(SCHEMA)).isTrue();
  }
}
