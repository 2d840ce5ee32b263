package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.aws.examine.StreamTrial;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Finds a table's stream. Switching a stream off and on creates a new one, with other shards; the
 * old one can be read for 24 hours. Streams are read one after the other, because leases identify
 * shards but not their stream.
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
   * @param leaseTable the lease table, which need not exist
   * @throws ServiceException if there is no stream, or table or streams cannot be read
   */
  public String toRead(String leaseTable) {
    Optional<String> current = current(() -> TableFailure.outlastedIfAnswered(this::describe));
    try {
      Set<String> unfinished =
          TableFailure.outlasted(() -> UnfinishedLeases.in(clients.dynamoDb(), leaseTable));
      if (unfinished.isEmpty() || current.filter(arn -> containsAny(arn, unfinished)).isPresent()) {
        return required(current);
      }
      for (String arn : TableFailure.outlastedIfAnswered(this::all)) {
        if (containsAny(arn, unfinished)) {
          LOG.warn("Reading the rest of {}, which is no longer the table's stream", arn);
          return arn;
        }
      }
      LOG.warn(
          "{} leased shards are no longer in any stream of table \"{}\": what was not published from"
              + " them is only in the table",
          unfinished.size(),
          table);
      return required(current);
    } catch (SdkException e) {
      throw ServiceException.cannotRead(
          "the streams of table \"%s\" cannot be read (%s): allow dynamodb:ListStreams and DescribeStream"
              .formatted(table, ReadFailures.reason(e)),
          e);
    } catch (CompletionException e) {
      throw ServiceException.cannotWork(
          "lease table \"%s\" cannot be read: %s".formatted(leaseTable, e.getCause()), e);
    }
  }

  private boolean containsAny(String arn, Set<String> shards) {
    return TableFailure.outlastedIfAnswered(
        () -> StreamShards.containAny(clients.streams(), arn, shards));
  }

  /** All streams of the table, the oldest first. */
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
    return current(this::describe);
  }

  private Optional<String> current(Supplier<TableDescription> described) {
    try {
      TableDescription description = described.get();
      return Optional.ofNullable(description.latestStreamArn())
          .filter(arn -> description.streamSpecification() != null);
    } catch (CompletionException e) {
      if (e.getCause() instanceof SdkException failure) {
        throw ServiceException.cannotRead(
            "table \"%s\" cannot be read (%s): check that it exists, that it can be reached, and that dynamodb:DescribeTable is allowed"
                .formatted(table, ReadFailures.reason(failure)),
            failure);
      }
      throw e;
    }
  }

  private TableDescription describe() {
    return clients.dynamoDb().describeTable(request -> request.tableName(table)).join().table();
  }

  /**
   * Whether all leased shards of this stream are finished.
   *
   * @throws SdkException if the stream cannot be described
   * @throws CompletionException if the lease table cannot be read
   */
  public boolean isFinished(String arn, String leaseTable) {
    return !StreamShards.containAny(
        clients.streams(), arn, UnfinishedLeases.in(clients.dynamoDb(), leaseTable));
  }

  /**
   * Requires that a worker can read this stream, by trying each call that reading takes. KCL would
   * retry forever without reporting a missing permission, and take leases all the same.
   *
   * @throws ServiceException if the stream cannot be read
   */
  public static void requireReadable(DynamoDbStreamsClient streams, String arn) {
    try {
      TableFailure.outlastedIfAnswered(
          () -> {
            StreamTrial.read(streams, arn);
            return arn;
          });
    } catch (SdkException e) {
      throw ServiceException.cannotRead(
          "%s cannot be read (%s): check that it can be reached, and that dynamodb:DescribeStream, GetShardIterator and GetRecords are allowed"
              .formatted(arn, ReadFailures.reason(e)),
          e);
    }
  }

  private String required(Optional<String> current) {
    return current.orElseThrow(
        () ->
            new ServiceException(
                "table \"%s\" has no stream: enable one with view type NEW_IMAGE"
                    .formatted(table)));
  }

  /** Reads from the lease table, without KCL, which leased shards are not finished. */
  private static final class UnfinishedLeases {
    private static final String SHARD = "leaseKey";
    private static final String CHECKPOINT = "checkpoint";
    private static final String FINISHED = "SHARD_END";

    private UnfinishedLeases() {}

    /**
     * Returns the shards' ids; an empty set if the table does not exist yet.
     *
     * @throws CompletionException if the table cannot be read
     */
    static Set<String> in(DynamoDbAsyncClient client, String table) {
      Set<String> unfinished = new HashSet<>();
      ScanRequest next = ScanRequest.builder().tableName(table).consistentRead(true).build();
      try {
        ScanResponse page;
        do {
          page = client.scan(next).join();
          page.items().stream()
              .filter(UnfinishedLeases::hasMore)
              .map(lease -> lease.get(SHARD))
              .filter(Objects::nonNull)
              .forEach(shard -> unfinished.add(shard.s()));
          next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
        } while (page.hasLastEvaluatedKey());
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof ResourceNotFoundException)) {
          throw e;
        }
      }
      return unfinished;
    }

    private static boolean hasMore(Map<String, AttributeValue> lease) {
      AttributeValue checkpoint = lease.get(CHECKPOINT);
      return checkpoint == null || !FINISHED.equals(checkpoint.s());
    }
  }
}
