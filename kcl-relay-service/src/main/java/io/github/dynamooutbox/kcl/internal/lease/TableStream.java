package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Finds a table's stream. */
public final class TableStream {
  private TableStream() {}

  /**
   * Returns the table's current stream.
   *
   * @throws ServiceException if there is none, or the table cannot be read
   */
  public static String arn(DynamoDbAsyncClient client, String table) {
    TableDescription description = describe(client, table);
    return Optional.ofNullable(description.latestStreamArn())
        .filter(arn -> description.streamSpecification() != null)
        .orElseThrow(
            () ->
                new ServiceException(
                    "table \"%s\" has no stream: enable one with view type NEW_IMAGE"
                        .formatted(table)));
  }

  private static TableDescription describe(DynamoDbAsyncClient client, String table) {
    try {
      return client.describeTable(request -> request.tableName(table)).join().table();
    } catch (CompletionException e) {
      if (e.getCause() instanceof SdkException failure) {
        throw new ServiceException(
            "table \"%s\" cannot be read: %s".formatted(table, failure.getMessage()), failure);
      }
      throw e;
    }
  }
}
