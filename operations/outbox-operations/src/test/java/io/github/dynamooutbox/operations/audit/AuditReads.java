package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What an audit reads of a world, which goes on meanwhile. */
record AuditReads(AuditWorld world) implements AuditSources {
  @Override
  public Page scan(int part, int parts, Optional<String> from) {
    world.goOn();
    List<ItemView> items =
        world.table.stream()
            .filter(each -> Math.floorMod(each.key().hashCode(), parts) == part)
            .map(each -> AuditWorld.CODEC.encode(each.key(), each.record()))
            .map(ItemView.class::cast)
            .toList();
    int at = from.map(Integer::parseInt).orElse(0);
    int end = Math.min(items.size(), at + 3);
    return new Page(
        items.subList(Math.min(at, end), end),
        end - Math.min(at, end),
        end < items.size() ? Optional.of("" + end) : Optional.empty());
  }

  @Override
  public TableSize size() {
    return new TableSize(world.table.size(), 0);
  }

  @Override
  public void parked(Consumer<ParkedEvent> each) {
    for (int queue = 0; queue < 3; queue++) {
      world.goOn();
      for (AuditWorld.InQueue parked : List.copyOf(world.queues)) {
        if (parked.queue() == queue) {
          each.accept(parkedForm(parked));
        }
      }
    }
  }

  private ParkedEvent parkedForm(AuditWorld.InQueue parked) {
    return new ParkedEvent(
        new ParkedEvent.Place(
            new LaneKey(parked.target(), parked.commit().record().aggregate().toString()),
            new StreamPosition("1"),
            parked.commit().key(),
            parked.index()),
        new ParkedEvent.Cause(ParkReason.BLOCKED, "code", "message"),
        new ParkedEvent.Attempts(1, world.instant(), world.instant()),
        AuditWorld.CODEC.encode(parked.commit().key(), parked.commit().record()),
        Set.of());
  }

  @Override
  public void receipts(Instant from, Instant to, Consumer<StoredReceipt> each) {
    world.goOn();
    for (StoredReceipt receipt : List.copyOf(world.receipts)) {
      if (!receipt.at().isBefore(from) && receipt.at().isBefore(to)) {
        each.accept(receipt);
      }
    }
  }

  @Override
  public List<WayOut> decisions(String eventId) {
    world.goOn();
    return world.marks.stream().filter(mark -> mark.eventId().equals(eventId)).toList();
  }

  @Override
  public boolean exists(RecordKey record) {
    return world.table.stream().anyMatch(each -> each.key().equals(record));
  }
}
