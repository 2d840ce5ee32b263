package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.exceptions.KinesisClientLibException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

/**
 * Writes a shard's checkpoint into the lease table, each position once and never backwards. What
 * fails is tried again with the next one. Thread-safe.
 */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  private final String shard;
  private @Nullable StreamPosition written;

  Checkpoints(String shard) {
    this.shard = shard;
  }

  /** Whether the lease table holds this position now, or held it already. */
  synchronized boolean write(
      Optional<StreamPosition> position, RecordProcessorCheckpointer checkpointer) {
    if (position.isEmpty() || (written != null && position.get().compareTo(written) <= 0)) {
      return true;
    }
    if (!attempt(() -> checkpointer.checkpoint(position.get().sequenceNumber()))) {
      return false;
    }
    written = position.get();
    return true;
  }

  /** The whole shard is finished: lets the shards that follow it start. */
  synchronized boolean writeEnd(RecordProcessorCheckpointer checkpointer) {
    return attempt(checkpointer::checkpoint);
  }

  private interface Write {
    void run() throws KinesisClientLibException;
  }

  private boolean attempt(Write write) {
    try {
      write.run();
      return true;
    } catch (ShutdownException e) {
      LOG.info("Another worker holds the lease on {} now, its checkpoint is unchanged", shard);
    } catch (KinesisClientLibException | RuntimeException e) {
      LOG.warn("The checkpoint of {} could not be written and will be retried", shard, e);
    }
    return false;
  }
}
