package io.github.dynamooutbox.contract;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** The smallest target that meets the contract. */
class MemoryTargetTest implements TargetContract<MemoryTargetTest.Body> {
  private final List<String> arrived = new CopyOnWriteArrayList<>();

  record Body(String json, int bytes) implements Entry {}

  private enum Service {
    THERE,
    MISSING,
    SILENT
  }

  @Override
  public Target<Body> openTarget() {
    return new Memory(Service.THERE);
  }

  @Override
  public Target<Body> openTargetWithoutService() {
    return new Memory(Service.MISSING);
  }

  @Override
  public Target<Body> openTargetWithoutAnswers() {
    return new Memory(Service.SILENT);
  }

  @Override
  public void closeTarget(Target<Body> target) {
    ((Memory) target).closed = true;
  }

  @Override
  public List<String> arrived(int atLeast) {
    return arrived;
  }

  private static String cloudEvent(Envelope envelope) {
    OutboxEvent event = envelope.event();
    CommitContext context = envelope.record().context();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("specversion", "1.0")
            .put("id", event.id())
            .put("source", context.source())
            .put("type", event.type())
            .put("time", DateTimeFormatter.ISO_INSTANT.format(event.time()))
            .put("datacontenttype", event.contentType())
            .put("dataschema", event.schema().orElseThrow())
            .put("subject", envelope.aggregate().id())
            .put("partitionkey", envelope.aggregate().toString())
            .put("aggregatetype", envelope.aggregate().type())
            .put("sequence", envelope.eventPosition().orElseThrow().sequence())
            .put("traceparent", context.get(ContextAttribute.TRACEPARENT).orElseThrow())
            .put("tracestate", context.get(ContextAttribute.TRACESTATE).orElseThrow())
            .put("correlationid", context.get(ContextAttribute.CORRELATION_ID).orElseThrow())
            .put("causationid", context.get(ContextAttribute.CAUSATION_ID).orElseThrow())
            .put("tenant", context.get(ContextAttribute.TENANT).orElseThrow())
            .put("user", context.get(ContextAttribute.USER).orElseThrow())
            .put("previous", text(event.previous().orElseThrow()));
    event.headers().forEach(json::put);
    return json.putRawValue("data", new RawValue(text(event.data()))).toString();
  }

  private static String text(Payload payload) {
    return new String(payload.toBytes(), StandardCharsets.UTF_8);
  }

  private final class Memory implements Target<Body> {
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
    public Prepared<Body> prepare(Envelope envelope) {
      int bytes = envelope.event().data().toBytes().length;
      return bytes > limits().maxBytes()
          ? new Prepared.Refused<>("TOO_LARGE", bytes + " bytes")
          : new Prepared.Ready<>(new Body(cloudEvent(envelope), bytes));
    }

    @Override
    public CompletableFuture<BatchOutcome> publish(List<Body> entries) {
      if (service == Service.SILENT && !closed) {
        return new CompletableFuture<>();
      }
      boolean takes = service == Service.THERE && !closed;
      if (takes) {
        entries.forEach(entry -> arrived.add(entry.json()));
      }
      PublishOutcome outcome =
          takes
              ? PublishOutcome.Published.INSTANCE
              : new PublishOutcome.Retry("Closed", "nobody is there");
      return CompletableFuture.completedFuture(BatchOutcome.all(entries.size(), outcome));
    }
  }
}
