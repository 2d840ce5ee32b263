package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.replay.InvocationRecord.InvocationRecordException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The abandoned batches in a store.
 *
 * @param batches by shard, in the order of their records; shards in the order of their names, which
 *     begin with the time of their creation, so that parents come before their children
 * @param unusable objects that are not a batch of this table's stream with its records
 */
public record FailedBatchList(List<FailedBatch> batches, List<Unusable> unusable) {
  private static final Comparator<FailedBatch> ORDER =
      Comparator.comparing(FailedBatch::shard)
          .thenComparing(FailedBatch::first)
          .thenComparing(FailedBatch::at);

  public FailedBatchList {
    batches = List.copyOf(batches);
    unusable = List.copyOf(unusable);
  }

  /**
   * An object that cannot be sent.
   *
   * @param name its key
   * @param why what is wrong with it, without its content
   */
  public record Unusable(String name, String why) {}

  /**
   * Reads all objects, one after the other. Changes nothing. An object that is removed meanwhile is
   * left out.
   *
   * @param table the table whose batches are wanted
   * @param from abandoned at this time or later
   * @param to abandoned before this time
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if the store cannot be read
   * @throws CancellationException if it was stopped
   */
  public static FailedBatchList read(
      FailedBatchStore store, String table, Instant from, Instant to, AuditProgress progress) {
    List<String> names = new ArrayList<>();
    store.list(names::add);
    List<FailedBatch> batches = new ArrayList<>();
    List<Unusable> unusable = new ArrayList<>();
    int done = 0;
    for (String name : names) {
      if (progress.isStopWanted()) {
        throw new CancellationException("interrupted while objects were listed");
      }
      try {
        Optional<byte[]> content = store.read(name);
        if (content.isPresent()) {
          FailedBatch batch = InvocationRecord.parse(name, content.get()).batch(table);
          if (!batch.at().isBefore(from) && batch.at().isBefore(to)) {
            batches.add(batch);
          }
        }
      } catch (InvocationRecordException e) {
        unusable.add(new Unusable(name, e.why()));
      }
      progress.at("objects read", ++done, names.size());
    }
    batches.sort(ORDER);
    return new FailedBatchList(batches, unusable);
  }
}
