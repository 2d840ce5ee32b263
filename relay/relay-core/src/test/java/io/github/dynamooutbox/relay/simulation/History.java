package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.simulation.Commit.Aggregate;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that the service commits, in the order of the commits and as the stream shows it. */
final class History {
  final List<SimShard> roots = new ArrayList<>();
  final List<SimShard> shards = new ArrayList<>();
  final List<Aggregate> aggregates = new ArrayList<>();
  final List<Commit> commits = new ArrayList<>();
  private final Map<String, CommittedEvent> eventsById = new HashMap<>();
  private final Map<RecordKey, Commit> commitsByKey = new HashMap<>();

  void add(Commit commit) {
    commits.add(commit);
    if (commit.key != null && commit.kind != Commit.Kind.NOT_OURS) {
      commitsByKey.put(commit.key, commit);
    }
    commit.events.forEach(event -> eventsById.put(event.id(), event));
  }

  /** The committed event of this id. */
  CommittedEvent event(String id) {
    CommittedEvent event = eventsById.get(id);
    if (event == null) {
      throw new Violation("event " + id + " was never committed");
    }
    return event;
  }

  Commit commit(RecordKey key) {
    Commit commit = commitsByKey.get(key);
    if (commit == null) {
      throw new Violation("record " + key + " was never committed");
    }
    return commit;
  }
}
