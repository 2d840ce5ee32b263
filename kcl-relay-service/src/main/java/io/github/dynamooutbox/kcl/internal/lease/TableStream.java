package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Finds a table's stream. A stream that is switched off and on again is another one, with other
 * shards; what the first one holds can be read for 24 hours. One after the other is read: the
 * leases know shards, but not whose they are.
 */
public final class TableStream {
  private static final Logger LOG = LoggerFactory.getLogger(TableStream.class);

  private final KclClients clients;
  private final String table;

  public TableStream(KclClients clients, String table) {
    this.clients = clients;
    this.table = table;
  }

  /**
   * Returns the table's stream, or an earlier one while shards of it are leased and not finished.
   *
   * @param leaseTable whose leases these are; it need not exist
   * @throws ServiceException if there is no stream, or table or streams cannot be read
   */
  public String toRead(String leaseTable) {
    Optional<String> current = current();
    DynamoDbStreamsClient streams = clients.streams();
    try {
      Set<String> unfinished = UnfinishedLeases.in(clients.dynamoDb(), leaseTable);
      if (unfinished.isEmpty()
          || current.filter(arn -> StreamShards.containAny(streams, arn, unfinished)).isPresent()) {
        return required(current);
      }
      for (String arn : all()) {
        if (StreamShards.containAny(streams, arn, unfinished)) {
          LOG.warn("Reads what is left of {}, which is not the table's stream any more", arn);
          return arn;
        }
      }
      LOG.warn(
          "{} leased shards are in no stream of table \"{}\" any more: what they held and was not"
              + " published is only in the table",
          unfinished.size(),
          table);
      return required(current);
    } catch (SdkException e) {
      throw ServiceException.cannotRead(
          "the streams of table \"%s\" cannot be read (%s): allow dynamodb:ListStreams and DescribeStream"
              .formatted(table, ReadFailures.reason(e)),
          e);
    } catch (CompletionException e) {
      throw new ServiceException(
          "lease table \"%s\" cannot be read: %s".formatted(leaseTable, e.getCause()), e);
    }
  }

  /** The oldest first. */
  private List<String> all() {
    return clients.streams().listStreams(request -> request.tableName(table)).streams().stream()
        .sorted(Comparator.comparing(Stream::streamLabel))
        .map(Stream::streamArn)
        .toList();
  }

  /**
   * Returns the table's stream; empty if it is switched off.
   *
   * @throws ServiceException if the table cannot be read
   */
  public Optional<String> current() {
    TableDescription description = describe(clients.dynamoDb(), table);
    return Optional.ofNullable(description.latestStreamArn())
        .filter(arn -> description.streamSpecification() != null);
  }

  /**
   * Whether no leased shard of this stream has more to read.
   *
   * @throws SdkException if the stream cannot be described
   * @throws CompletionException if the lease table cannot be read
   */
  public boolean isFinished(String arn, String leaseTable) {
    return !StreamShards.containAny(
        clients.streams(), arn, UnfinishedLeases.in(clients.dynamoDb(), leaseTable));
  }

  private String required(Optional<String> current) {
    return current.orElseThrow(
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
