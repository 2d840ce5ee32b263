package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptances;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * What a Kafka topic has accepted: the count from the end offsets of its partitions, the events
 * from reading it.
 */
final class TopicAcceptances implements Acceptances, AutoCloseable {
  private final Admin admin;
  private final Map<TopicPartition, OffsetSpec> ends;
  private final Queue<Acceptance> read = new ConcurrentLinkedQueue<>();

  TopicAcceptances(String bootstrapServer, Collection<TopicPartition> partitions) {
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServer));
    this.ends =
        partitions.stream()
            .collect(Collectors.toMap(Function.identity(), each -> OffsetSpec.latest()));
  }

  void read(Acceptance acceptance) {
    read.add(acceptance);
  }

  @Override
  public long count() {
    try {
      return admin.listOffsets(ends).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::offset)
          .sum();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The broker does not report its offsets", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** In order within each partition. */
  @Override
  public List<Acceptance> accepted() {
    return List.copyOf(read);
  }

  @Override
  public void close() {
    admin.close();
  }
}
