package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.archive.ArchivedEvent;
import io.github.dynamooutbox.operations.archive.EventArchive;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Plans to publish selected events of an archive. Lines arrive in no particular order, and some
 * twice: they are sorted first.
 */
final class ArchivePlanner implements AutoCloseable {
  private final RecordCodec codec;
  private final SelectionPlanner selected;
  private final Planner plan;
  private final AuditProgress progress;
  private final ArchiveSpool spool;
  private long read;

  ArchivePlanner(
      Path directory,
      RecordCodec codec,
      SelectionPlanner selected,
      Planner plan,
      AuditProgress progress) {
    this.codec = codec;
    this.selected = selected;
    this.plan = plan;
    this.progress = progress;
    spool = new ArchiveSpool(directory);
  }

  void plan(EventArchive archive, EventSelection selection, Consumer<String> foreign) {
    archive.read(
        selection.from(), selection.to(), (where, line) -> add(where, line, selection), foreign);
    spool.sorted((record, lines) -> plan(record, lines, selection));
  }

  private void add(String where, byte[] line, EventSelection selection) {
    Planner.stopIfWanted(progress);
    progress.at("events read", ++read, 0);
    ArchivedEvent event = ArchivedRecords.parsed(where, line);
    if (selection.includes(ArchivedRecord.alone(event), event.event())) {
      spool.add(ArchivedRecords.key(event, codec), event.index(), event.event().id(), line);
    }
  }

  private void plan(RecordKey key, List<String> lines, EventSelection selection) {
    Planner.stopIfWanted(progress);
    List<ArchivedEvent> events = new ArrayList<>(lines.size());
    for (String line : lines) {
      events.add(ArchivedEvent.parse(line.getBytes(StandardCharsets.UTF_8)));
    }
    Set<Integer> there =
        events.stream().map(ArchivedEvent::index).collect(Collectors.toUnmodifiableSet());
    plan.add(
        new PlanLine(
            key, selected.due(ArchivedRecord.of(key, events), there::contains, selection), lines));
  }

  @Override
  public void close() {
    spool.close();
  }
}
