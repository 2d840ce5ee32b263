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
 * Writes a shard's checkpoint into the lease table, each position once and never backwards. A
 * failed write is retried with the next position. Thread-safe.
 */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  private final String shard;
  private @Nullable StreamPosition written;

  Checkpoints(String shard) {
    this.shard = shard;
  }

  /** Returns whether the lease table has this position, now or already before. */
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

  /**
   * Acknowledges the end of the shard, all of which is finished, so that its child shards can
   * start.
   */
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
      LOG.info("Another worker holds the lease on {} now; its checkpoint is unchanged", shard);
    } catch (KinesisClientLibException | RuntimeException e) {
      LOG.warn("The checkpoint of {} could not be written and will be retried", shard, e);
    }
    return false;
  }
}
