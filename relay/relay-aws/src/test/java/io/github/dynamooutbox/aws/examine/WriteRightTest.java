package io.github.dynamooutbox.aws.examine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.examine.TableExamination.WriteRight;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** What DynamoDB Local cannot do: refuse a right. That nothing is wrong there is an IT's. */
class WriteRightTest {
  private static final TableDescription TABLE =
      TableDescription.builder()
          .tableName("leases")
          .keySchema(
              KeySchemaElement.builder().attributeName("leaseKey").keyType(KeyType.HASH).build(),
              KeySchemaElement.builder().attributeName("number").keyType(KeyType.RANGE).build())
          .attributeDefinitions(
              AttributeDefinition.builder()
                  .attributeName("leaseKey")
                  .attributeType(ScalarAttributeType.S)
                  .build(),
              AttributeDefinition.builder()
                  .attributeName("number")
                  .attributeType(ScalarAttributeType.N)
                  .build())
          .build();

  @Test
  void namesTheTableAndTheRightThatIsMissing() {
    DynamoDbException denied =
        (DynamoDbException)
            DynamoDbException.builder()
                .awsErrorDetails(
                    AwsErrorDetails.builder().errorCode("AccessDeniedException").build())
                .build();

    Examination examination = new Examination();
    new TableExamination(new Answering(denied), examination).write(TABLE);

    assertThat(examination.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.WRONG);
              assertThat(finding.text())
                  .contains("\"leases\"", "AccessDeniedException", "dynamodb:UpdateItem");
            });
  }

  @Test
  void saysThatATableDoesNotAnswer() {
    Examination examination = new Examination();

    new TableExamination(new Answering(ApiCallTimeoutException.create(8_000)), examination)
        .write(TABLE);

    assertThat(examination.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.UNCHECKED);
              assertThat(finding.text()).contains("\"leases\"", "cannot be reached");
            });
  }

  @Test
  void asksForNothingThatCouldBeWritten() {
    Answering client =
        new Answering(ConditionalCheckFailedException.builder().message("not there").build());

    assertThat(WriteRight.refusal(client, TABLE)).isEmpty();
    assertThat(client.requests)
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.updateExpression()).isNull();
              assertThat(request.conditionExpression()).isEqualTo("attribute_exists(#key)");
              assertThat(request.expressionAttributeNames()).containsEntry("#key", "leaseKey");
              assertThat(request.key()).containsEntry("number", AttributeValue.fromN("0"));
            });
  }

  /** Answers each change with a failure. */
  private static final class Answering implements FakeDynamoDb {
    private final SdkException failure;
    private final List<UpdateItemRequest> requests = new ArrayList<>();

    Answering(SdkException failure) {
      this.failure = failure;
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
      requests.add(request);
      throw failure;
    }
  }
}
