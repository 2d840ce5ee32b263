package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A redrive of everything that is parked in the world, with the world's target. */
final class QueueRedrive {
  private static final RedriveOrder ANY =
      RedriveOrder.of(EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND)));

  private final QueueWorld world;
  private final QueueProcess process;
  private final Redrive redrive;

  QueueRedrive(QueueWorld world, QueueProcess process) {
    this.world = world;
    this.process = process;
    redrive =
        Redrive.builder(
                new RedriveBuilder.Setup(
                    world.table(process),
                    List.of(new WorldTarget()),
                    List.of(Rule.all("bus")),
                    process))
            .backoff(world.backoff())
            .clock(world.time)
            .build();
  }

  void run() {
    Instant now = world.time.instant();
    RedriveTime time =
        new RedriveTime(now.plusSeconds(12), now.plusSeconds(25), now.plusSeconds(30));
    String name = "redrive-" + System.identityHashCode(this);
    redrive
        .parked()
        .thenAccept(parked -> process.execute(() -> redrive.run(name, parked, ANY, time)));
  }

  /** One event on its way. */
  private record Sent(LaneKey lane, int number) implements Entry {
    @Override
    public int bytes() {
      return 1;
    }
  }

  /** The target of the world: it rejects poison, and is down for a while. */
  private final class WorldTarget implements Target<Sent> {
    @Override
    public String name() {
      return "bus";
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(3, 100, 2);
    }

    @Override
    public Prepared<Sent> prepare(Envelope envelope) {
      return new Prepared.Ready<>(
          new Sent(
              new LaneKey("bus", envelope.aggregate().toString()),
              Math.toIntExact(envelope.record().sequence().getAsLong())));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
      return process.step("publish", () -> new PerEntry(entries.stream().map(this::take).toList()));
    }

    private PublishOutcome take(Sent sent) {
      if (world.targetIsDown()) {
        return new PublishOutcome.Retry("Down", "is down");
      }
      if (world.isPoison(sent.lane(), sent.number())) {
        return new PublishOutcome.Rejected("Bad", "is bad");
      }
      world.accept(sent.lane(), sent.number());
      return PublishOutcome.Published.INSTANCE;
    }
  }
}
