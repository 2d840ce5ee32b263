package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A copy differs from its original only in what it was asked to change. */
class CopiesTest {
  private final long seed = new Random().nextLong();
  private final RecordGenerator generator = new RecordGenerator(seed);

  @Test
  void anotherPayload() throws ReflectiveOperationException {
    Payload other = Payload.of("another payload");
    for (OutboxEvent event : events()) {
      OutboxEvent copy = event.withData(other);
      assertThat(copy.data()).isEqualTo(other);
      assertThat(differences(event, copy)).as("seed %d", seed).containsExactly("data");
    }
  }

  @Test
  void oneMoreHeader() throws ReflectiveOperationException {
    for (OutboxEvent event : events()) {
      OutboxEvent copy = event.withHeader("new", "first");
      assertThat(differences(event, copy)).as("seed %d", seed).containsExactly("headers");
      assertThat(copy.headers())
          .containsAllEntriesOf(event.headers())
          .containsEntry("new", "first");
      assertThat(copy.headers()).hasSize(event.headers().size() + 1);
      assertThat(copy.withHeader("new", "second")).isEqualTo(event.withHeader("new", "second"));
    }
  }

  @Test
  void otherEvents() throws ReflectiveOperationException {
    for (int i = 0; i < 100; i++) {
      OutboxRecord record = generator.record();
      List<OutboxEvent> others = events();
      OutboxRecord copy = record.withEvents(others);
      assertThat(copy.events()).isEqualTo(others);
      assertThat(differences(record, copy)).as("seed %d", seed).containsExactly("events");
    }
  }

  @Test
  void nothingUnknown() throws ReflectiveOperationException {
    for (OutboxEvent event : events()) {
      OutboxEvent known =
          new OutboxEvent(
              event.id(),
              event.type(),
              event.time(),
              event.contentType(),
              event.schema(),
              event.data(),
              event.previous(),
              event.headers());
      assertThat(known.unknown()).isEqualTo(Item.empty());
      assertThat(differences(event, known)).as("seed %d", seed).isSubsetOf("unknown");
    }
  }

  @Test
  void nothingOptionalInAContext() throws ReflectiveOperationException {
    Object context = OutboxRecord.CommitContext.of("source", Instant.EPOCH, "region");
    Map<String, Object> given =
        Map.of(
            "source",
            "source",
            "writtenAt",
            Instant.EPOCH,
            "region",
            "region",
            "attributes",
            Map.of());
    for (RecordComponent component : context.getClass().getRecordComponents()) {
      assertThat(component.getAccessor().invoke(context))
          .as(component.getName())
          .isEqualTo(given.getOrDefault(component.getName(), Optional.empty()));
    }
  }

  private List<OutboxEvent> events() {
    List<OutboxEvent> events = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      events.add(generator.event());
    }
    return events;
  }

  private static List<String> differences(Record original, Record copy)
      throws ReflectiveOperationException {
    List<String> differences = new ArrayList<>();
    for (RecordComponent component : original.getClass().getRecordComponents()) {
      Object before = component.getAccessor().invoke(original);
      if (!before.equals(component.getAccessor().invoke(copy))) {
        differences.add(component.getName());
      }
    }
    return differences;
  }
}
