package io.github.dynamooutbox.contract;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** The smallest target that meets the contract. */
class MemoryTargetTest implements TargetContract<MemoryTargetTest.Id> {
  private final List<String> arrived = new CopyOnWriteArrayList<>();

  record Id(String id, int bytes) implements Entry {}

  private enum Service {
    THERE,
    MISSING,
    SILENT
  }

  @Override
  public Target<Id> openTarget() {
    return new Memory(Service.THERE);
  }

  @Override
  public Target<Id> openTargetWithoutService() {
    return new Memory(Service.MISSING);
  }

  @Override
  public Target<Id> openTargetWithoutAnswers() {
    return new Memory(Service.SILENT);
  }

  @Override
  public void closeTarget(Target<Id> target) {
    ((Memory) target).closed = true;
  }

  @Override
  public List<String> arrivedIds(int atLeast) {
    return arrived;
  }

  private final class Memory implements Target<Id> {
    private final Service service;
    private volatile boolean closed;

    Memory(Service service) {
      this.service = service;
    }

    @Override
    public String name() {
      return "memory";
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(3, 1000, 2);
    }

    @Override
    public Prepared<Id> prepare(Envelope envelope) {
      int bytes = envelope.event().data().toBytes().length;
      return bytes > limits().maxBytes()
          ? new Prepared.Refused<>("TOO_LARGE", bytes + " bytes")
          : new Prepared.Ready<>(new Id(envelope.event().id(), bytes));
    }

    @Override
    public CompletableFuture<BatchOutcome> publish(List<Id> entries) {
      if (service == Service.SILENT && !closed) {
        return new CompletableFuture<>();
      }
      boolean takes = service == Service.THERE && !closed;
      if (takes) {
        entries.forEach(entry -> arrived.add(entry.id()));
      }
      PublishOutcome outcome =
          takes
              ? PublishOutcome.Published.INSTANCE
              : new PublishOutcome.Retry("Closed", "nobody is there");
      return CompletableFuture.completedFuture(BatchOutcome.all(entries.size(), outcome));
    }
  }
}
