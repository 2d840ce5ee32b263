package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.PayloadStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An event whose payload is elsewhere is operated like any other, and keeps its reference. */
class ElsewhereIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static final String LARGE = "{\"text\":\"" + "x".repeat(500_000) + "\"}";

  @TempDir Path temporary;

  private final TestOutbox outbox = system.outbox().withTable();
  private final String id = UUID.randomUUID().toString();
  private final String aggregate = "Order#" + id;

  @Test
  void isRelayedAuditedReplayedAndRedriven() throws Exception {
    commit();
    try (TestStream stream = new TestStream(outbox)) {
      stream.relay();
    }
    assertThat(published("bus")).hasSize(1);
    assertThat(published("audit")).hasSize(1);

    Ended audit =
        outbox.run("audit", "--from", "1h", "--settle", "0s", "--state", "" + state("audit"));
    assertThat(audit.code()).as(audit.out() + audit.err()).isZero();
    assertThat(audit.out()).endsWith("Nothing is missing.\n");

    Ended replay =
        outbox.run("replay", "--aggregate", aggregate, "--state", "" + state("replay"), "--yes");
    assertThat(replay.code()).as(replay.err()).isZero();
    assertThat(published("bus")).hasSize(2);

    LaneKey lane = new LaneKey("bus", aggregate);
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    Ended redrive = outbox.run("redrive", "--aggregate", aggregate, "--yes");
    assertThat(redrive.code()).as(redrive.err()).isZero();
    assertThat(published("bus"))
        .hasSize(3)
        .allSatisfy(
            event -> {
              assertThat(event.path("dataref").asText()).isEqualTo(Nowhere.PLACE + id);
              assertThat(event.path("datareflength").asText()).isEqualTo("" + LARGE.length());
              assertThat(event.path("datarefsha256").asText()).matches("[0-9a-f]{64}");
              assertThat(event.has("data")).isFalse();
            });
  }

  @Test
  void isShownWithItsPlace() {
    commit();
    Ended ended = outbox.run("show", aggregate, "--show-payload");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains(LARGE.length() + " bytes at " + Nowhere.PLACE + id);
  }

  private void commit() {
    outbox
        .service()
        // An audit leaves the last minutes out.
        .clock(() -> Instant.now().minusSeconds(600))
        .largePayloads(new Nowhere(), 100_000)
        .build()
        .transaction()
        .events(Aggregate.of("Order", id).at(1), Event.ofJson("Placed", LARGE).id(id))
        .commit();
  }

  private List<JsonNode> published(String target) {
    return outbox.published(target).stream()
        .filter(event -> event.path("id").asText().equals(id))
        .toList();
  }

  private Path state(String name) {
    return temporary.resolve(name);
  }

  /** Nothing of the relay's or the tool's ever reads a payload. */
  private static final class Nowhere implements PayloadStore {
    static final String PLACE = "s3://nowhere/";

    @Override
    public String place(String eventId, String sha256) {
      return PLACE + eventId;
    }

    @Override
    public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String type) {
      return CompletableFuture.completedFuture(reference);
    }
  }
}
