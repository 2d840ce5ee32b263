package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Leased;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Handles events whose effects are outside DynamoDB, each by one call at a time. */
final class Leases {
  private static final String OWNER = "leaseOwner";
  private static final String UNTIL = "leasedUntil";

  private final InboxSettings settings;
  private final InboxKeys keys;
  private final Entries entries;

  Leases(InboxSettings settings, InboxKeys keys, Entries entries) {
    this.settings = settings;
    this.keys = keys;
    this.entries = entries;
  }

  HandleResult handle(ReceivedEvent event, Duration lease, Consumer<ReceivedEvent> handler) {
    AttributeValue owner = AttributeValue.fromS(UUID.randomUUID().toString());
    Optional<HandleResult> refusal = acquire(event, lease, owner);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    try {
      handler.accept(event);
    } catch (RuntimeException | Error e) {
      release(event, owner, e);
      throw e;
    }
    finish(event, owner);
    return new Handled(Optional.empty(), false);
  }

  private Optional<HandleResult> acquire(
      ReceivedEvent event, Duration lease, AttributeValue owner) {
    Instant now = settings.clock().instant();
    Map<String, AttributeValue> item = new HashMap<>(entries.item(event));
    item.remove(Entries.HANDLED_AT);
    item.put(OWNER, owner);
    item.put(UNTIL, Entries.number(now.plus(lease).toEpochMilli()));
    try {
      settings
          .client()
          .putItem(
              put ->
                  put.tableName(settings.table())
                      .item(item)
                      // The SDK may repeat a put whose response was lost.
                      .conditionExpression(
                          "attribute_not_exists(#key) OR #until < :now OR #owner = :owner")
                      .expressionAttributeNames(
                          Map.of("#key", keys.partitionKey(), "#until", UNTIL, "#owner", OWNER))
                      .expressionAttributeValues(
                          Map.of(":now", Entries.number(now.toEpochMilli()), ":owner", owner))
                      .returnValuesOnConditionCheckFailure(
                          ReturnValuesOnConditionCheckFailure.ALL_OLD));
      return Optional.empty();
    } catch (ConditionalCheckFailedException e) {
      AttributeValue until = e.hasItem() ? e.item().get(UNTIL) : null;
      return Optional.of(
          until == null
              ? new AlreadyHandled(Proof.ENTRY, false)
              : new Leased(Instant.ofEpochMilli(Long.parseLong(until.n()))));
    }
  }

  /**
   * Replaces the lease by the entry of a handled event, unless another call has taken the lease.
   */
  private void finish(ReceivedEvent event, AttributeValue owner) {
    try {
      settings
          .client()
          .putItem(
              put ->
                  put.tableName(settings.table())
                      .item(entries.item(event))
                      .conditionExpression("attribute_not_exists(#key) OR #owner = :owner")
                      .expressionAttributeNames(
                          Map.of("#key", keys.partitionKey(), "#owner", OWNER))
                      .expressionAttributeValues(Map.of(":owner", owner)));
    } catch (ConditionalCheckFailedException lostLease) {
      // The lease was too short: another call handles the event again, and records it.
    }
  }

  /** Ends the lease early, so that the next delivery need not wait for it. */
  private void release(ReceivedEvent event, AttributeValue owner, Throwable failure) {
    try {
      settings
          .client()
          .deleteItem(
              delete ->
                  delete
                      .tableName(settings.table())
                      .key(keys.entry(event))
                      .conditionExpression("#owner = :owner")
                      .expressionAttributeNames(Map.of("#owner", OWNER))
                      .expressionAttributeValues(Map.of(":owner", owner)));
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }
}
