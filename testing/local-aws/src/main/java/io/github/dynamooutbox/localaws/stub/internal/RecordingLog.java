package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.AcceptanceLog;
import io.github.dynamooutbox.localaws.stub.Accepted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** The log behind {@link AcceptanceLog}, to which actions write. */
public final class RecordingLog<T extends Accepted> implements AcceptanceLog<T> {
  private final List<T> accepted = new ArrayList<>();
  private final List<T> discarded = new ArrayList<>();

  /** Appends an accepted entry, which is created with its ordinal. */
  public synchronized T accept(LongFunction<T> create) {
    T entry = create.apply(accepted.size() + 1L);
    accepted.add(entry);
    return entry;
  }

  /** Appends an entry that was acknowledged and dropped. */
  public synchronized T discard(LongFunction<T> create) {
    T entry = create.apply(discarded.size() + 1L);
    discarded.add(entry);
    return entry;
  }

  @Override
  public synchronized List<T> accepted() {
    return List.copyOf(accepted);
  }

  @Override
  public synchronized List<T> accepted(String target) {
    return accepted.stream().filter(entry -> entry.target().equals(target)).toList();
  }

  @Override
  public synchronized List<T> acceptedAfter(long ordinal) {
    int from = (int) Math.min(Math.max(ordinal, 0), accepted.size());
    return List.copyOf(accepted.subList(from, accepted.size()));
  }

  @Override
  public synchronized long count() {
    return accepted.size();
  }

  @Override
  public synchronized List<T> discarded() {
    return List.copyOf(discarded);
  }
}
