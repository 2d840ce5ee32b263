package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The serialized form of a {@link CommitResult}: {@link Optional} has none. */
record WrittenResult(
    boolean isFirst,
    ArrayList<CommittedRecord> records,
    Instant writtenAt,
    ArrayList<String> commandResult)
    implements Serializable {
  WrittenResult(
      boolean isFirst,
      List<CommittedRecord> records,
      Instant writtenAt,
      Optional<String> commandResult) {
    this(
        isFirst,
        new ArrayList<>(records),
        writtenAt,
        new ArrayList<>(commandResult.stream().toList()));
  }

  private Object readResolve() {
    Optional<String> result = commandResult.stream().findFirst();
    return isFirst
        ? new Committed(records, writtenAt, result)
        : new AlreadyCommitted(records, writtenAt, result);
  }
}
