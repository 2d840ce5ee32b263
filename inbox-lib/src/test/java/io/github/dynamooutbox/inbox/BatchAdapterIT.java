package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.LambdaEvents;
import io.github.dynamooutbox.localaws.LocalSqs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Batches through an event source as Lambda's, into DynamoDB: every event is sent three times, and
 * one event in five fails, half of those after their commit.
 */
class BatchAdapterIT {
  private static final int AGGREGATES = 4;
  private static final int VERSIONS = 5;
  private static final int COPIES = 3;

  private static InboxTable table;
  private static LocalSqs sqs;

  private final Random random = new Random(17);

  @BeforeAll
  static void start() {
    table = new InboxTable();
    sqs = LocalSqs.start();
  }

  @AfterAll
  static void stop() {
    sqs.close();
    table.close();
  }

  /** A consumer whose handling fails now and then. */
  private record Consumer(String name, Effects effects, BatchAdapter function) {
    static Consumer of(BatchSource source, OrderGuard guard) {
      String name = "batch-" + source;
      Effects effects = new Effects(table.client(), InboxTable.NAME, name);
      InboxBuilder builder = Inbox.builder(table.client()).table(InboxTable.NAME).consumer(name);
      Inbox inbox = builder.order(guard).build();
      return new Consumer(
          name,
          effects,
          BatchAdapter.of(
                  source,
                  (event, left) -> {
                    int fate = ThreadLocalRandom.current().nextInt(10);
                    if (fate == 0) {
                      throw new IllegalStateException("fails before its commit");
                    }
                    HandleResult result = inbox.handle(event, effects, left);
                    if (fate == 1) {
                      throw new IllegalStateException("fails after its commit");
                    }
                    return result;
                  })
              .build());
    }

    List<ReceivedEvent> events(int aggregate) {
      List<ReceivedEvent> events = new ArrayList<>();
      for (long version = 1; version <= VERSIONS; version++) {
        events.add(Events.at(Events.order(name + aggregate), version));
      }
      return events;
    }

    void assertEffectsAreExactlyOnceAndInOrder() {
      for (int aggregate = 0; aggregate < AGGREGATES; aggregate++) {
        effects.assertApplied(events(aggregate));
      }
    }
  }

  private record Sent(ReceivedEvent event, int copy) {}

  /** First copies in the order of their aggregate, repeats anywhere behind them. */
  private List<Sent> asAnOrderedTargetSends(Consumer consumer) {
    List<Sent> all = new ArrayList<>();
    for (int aggregate = 0; aggregate < AGGREGATES; aggregate++) {
      List<ReceivedEvent> events = consumer.events(aggregate);
      List<Sent> lane = new ArrayList<>();
      events.forEach(event -> lane.add(new Sent(event, 0)));
      for (ReceivedEvent event : events) {
        for (int copy = 1; copy < COPIES; copy++) {
          int first = lane.indexOf(new Sent(event, 0));
          lane.add(first + 1 + random.nextInt(lane.size() - first), new Sent(event, copy));
        }
      }
      all = merged(all, lane);
    }
    return all;
  }

  private List<Sent> merged(List<Sent> one, List<Sent> other) {
    List<Sent> merged = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < one.size() || j < other.size()) {
      boolean first = j == other.size() || (i < one.size() && random.nextBoolean());
      merged.add(first ? one.get(i++) : other.get(j++));
    }
    return merged;
  }

  private static void drain(MappedQueue queue, Consumer consumer) throws IOException {
    int messages = AGGREGATES * VERSIONS * COPIES;
    for (int finished = 0, polls = 0; finished < messages; polls++) {
      assertThat(polls).as("polls, with %d of %d finished", finished, messages).isLessThan(300);
      MappedQueue.Polled polled = queue.poll(consumer.function());
      finished += polled.messages() - polled.reported();
    }
    assertThat(queue.poll(consumer.function()).messages()).as("left in the queue").isZero();
  }

  @Test
  void standardQueue() throws Exception {
    Consumer consumer =
        Consumer.of(BatchSource.SQS, OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT));
    List<Sent> messages = asAnOrderedTargetSends(consumer);
    Collections.shuffle(messages, random);
    try (MappedQueue queue = new MappedQueue(sqs.endpoint(), false, 30)) {
      messages.forEach(message -> queue.send(message.event(), message.copy()));
      drain(queue, consumer);
    }

    consumer.assertEffectsAreExactlyOnceAndInOrder();
  }

  @Test
  void fifoQueue() throws Exception {
    Consumer consumer =
        Consumer.of(
            BatchSource.SQS_FIFO, OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.ACCEPT));
    try (MappedQueue queue = new MappedQueue(sqs.endpoint(), true, 30)) {
      asAnOrderedTargetSends(consumer)
          .forEach(message -> queue.send(message.event(), message.copy()));
      drain(queue, consumer);
    }

    // ACCEPT would skip whatever an adapter passes over.
    consumer.assertEffectsAreExactlyOnceAndInOrder();
  }

  @Test
  void stream() throws Exception {
    Consumer consumer =
        Consumer.of(
            BatchSource.KINESIS, OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.ACCEPT));
    List<Sent> records = asAnOrderedTargetSends(consumer);
    int checkpoint = 0;
    for (int batches = 0; checkpoint < records.size(); batches++) {
      assertThat(batches).as("batches, at record %d", checkpoint).isLessThan(100);
      int end = Math.min(records.size(), checkpoint + 20);
      LambdaEvents batch = new LambdaEvents();
      for (int i = checkpoint; i < end; i++) {
        ReceivedEvent event = records.get(i).event();
        batch.kinesis(
            Integer.toString(i),
            event.aggregate().orElseThrow().toString(),
            LambdaEvents.cloudEvent(event));
      }
      List<String> reported = batch.call(consumer.function());
      assertThat(reported.size()).isLessThanOrEqualTo(1);
      checkpoint = reported.isEmpty() ? end : Integer.parseInt(reported.get(0));
    }

    consumer.assertEffectsAreExactlyOnceAndInOrder();
  }
}
