package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.inbox.HandleResult.Leased;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** What an inbox does under a lease. */
abstract class LeaseContract extends InboxContract {
  private HandleResult handleUnderLease(
      Inbox inbox, ReceivedEvent event, Consumer<ReceivedEvent> handler) {
    return inbox.handleAtLeastOnce(event, Duration.ofMinutes(1), handler);
  }

  @Test
  void leaseKeepsTwoCallsApart() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.at(order, 1);
    List<Object> seen = new ArrayList<>();

    HandleResult result =
        handleUnderLease(
            inbox,
            event,
            each -> {
              seen.add(WholeEvent.of(each));
              assertThat(entry(event))
                  .containsEntry("ttl", entry(event, 14 * 86_400).get("ttl"))
                  .doesNotContainKey("handledAt");
              seen.add(handleUnderLease(inbox, each, other -> seen.add("a second time")));
            });

    assertThat(seen).containsExactly(WholeEvent.of(event), new Leased(now.plusSeconds(60)));
    assertThat(result).isEqualTo(HANDLED);
    assertThat(entry(event)).isEqualTo(entry(event, 14 * 86_400));
    assertThat(handleUnderLease(inbox, event, e -> {})).isEqualTo(REPEAT);
  }

  @Test
  void leaseOfADeadCallEnds() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");
    List<String> calls = new ArrayList<>();

    handleUnderLease(
        inbox,
        event,
        dead -> {
          now = now.plusSeconds(60);
          assertThat(handleUnderLease(inbox, event, e -> calls.add("too early")))
              .isEqualTo(new Leased(now));
          now = now.plusMillis(1);
          assertThat(handleUnderLease(inbox, event, e -> calls.add("next"))).isEqualTo(HANDLED);
        });

    assertThat(calls).containsExactly("next");
    assertThat(handleUnderLease(inbox, event, e -> {})).isEqualTo(REPEAT);
  }

  @Test
  void leaseThatAnotherCallHasTakenRemainsTheirs() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");
    Map<String, AttributeValue> theirs = new TreeMap<>(keys().entry(event));
    theirs.put("leaseOwner", AttributeValue.fromS("another call"));
    theirs.put("leasedUntil", AttributeValue.fromN("1795000000000"));
    Consumer<ReceivedEvent> losesItsLease =
        each -> client().putItem(put -> put.tableName(table()).item(theirs));

    assertThat(handleUnderLease(inbox, event, losesItsLease)).isEqualTo(HANDLED);
    assertThat(entry(event)).isEqualTo(theirs);
    expire(keys().entry(event));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                handleUnderLease(
                    inbox,
                    event,
                    each -> {
                      losesItsLease.accept(each);
                      throw new IllegalStateException("no");
                    }))
        .withMessage("no")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .isInstanceOf(ConditionalCheckFailedException.class));
    assertThat(entry(event)).isEqualTo(theirs);
  }

  @Test
  void leaseIsReleasedWhenTheHandlerThrows() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                handleUnderLease(
                    inbox,
                    event,
                    e -> {
                      throw new IllegalStateException("no");
                    }))
        .withMessage("no")
        .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());

    assertThat(entry(event)).isEmpty();
    assertThat(handleUnderLease(inbox, event, e -> {})).isEqualTo(HANDLED);
  }
}
