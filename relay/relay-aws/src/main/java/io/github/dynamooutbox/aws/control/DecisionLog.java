package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.seconds;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.aws.control.LoggedDecision.Decision;
import io.github.dynamooutbox.aws.control.LoggedDecision.Ended;
import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.aws.internal.table.TableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Who decided what: one small item for each decision of an operator, written before anything is
 * done and completed when it has ended, so that no two decisions share an item. Thread-safe.
 */
public final class DecisionLog {
  /** For how long decisions are kept. */
  public static final Duration KEPT = Duration.ofDays(400);

  private static final String BY = "by";
  private static final String RUN = "run";
  private static final String COMMAND = "command";
  private static final String TARGET = "target";
  private static final String SELECTION = "selection";
  private static final String EVENTS = "events";
  private static final String REASON = "reason";
  private static final String AT = "at";
  private static final String ENDED_AT = "endedAt";
  private static final String ENDED = "ended";
  private static final String DONE = "done";

  private final Calls calls;
  private final Keys keys;
  private final InstantSource clock;

  DecisionLog(Calls calls, Keys keys, InstantSource clock) {
    this.calls = calls;
    this.keys = keys;
    this.clock = clock;
  }

  /** Writes a decision down. What fails then has not been written, or never will be carried out. */
  public CompletionStage<LoggedDecision> begin(Decision decision) {
    LoggedDecision begun =
        new LoggedDecision(
            Instant.ofEpochMilli(clock.instant().toEpochMilli()), decision, Optional.empty());
    return calls.runThroughContention(
        client -> {
          // A repeat after an answer that was lost finds its own item.
          client.putItem(
              request ->
                  request
                      .tableName(calls.table())
                      .item(item(keys, begun))
                      .conditionExpression("attribute_not_exists(PK) OR #run = :run")
                      .expressionAttributeNames(Map.of("#run", RUN))
                      .expressionAttributeValues(Map.of(":run", text(decision.run()))));
          return begun;
        });
  }

  /**
   * Adds how it ended.
   *
   * @param how the name of the exit code, or {@code FAILED}
   * @param events how many events it concerned in the end, if that is known
   * @return false if somebody has deleted it meanwhile
   */
  public CompletionStage<Boolean> end(LoggedDecision begun, String how, OptionalLong events) {
    StateChange change =
        new StateChange().ifThere().set(ENDED_AT, millis(clock.instant())).set(ENDED, text(how));
    events.ifPresent(done -> change.set(DONE, number(done)));
    return calls.runThroughContention(
        client -> change.on(client, calls.table(), keys.decision(begun)).isDone());
  }

  /**
   * What was decided in a range of time, the latest first.
   *
   * @param from the earliest time; of what is older than {@link #KEPT} nothing is left
   * @param to the end of the range, exclusive
   * @param most the most to return
   */
  public CompletionStage<List<LoggedDecision>> between(Instant from, Instant to, int most) {
    return calls.run(client -> between(client, from, to, most));
  }

  private List<LoggedDecision> between(DynamoDbClient client, Instant from, Instant to, int most) {
    Instant now = clock.instant();
    Instant first = from.isAfter(now.minus(KEPT)) ? from : now.minus(KEPT);
    List<LoggedDecision> found = new ArrayList<>();
    Instant end = TableClock.bounded(to);
    // The clock may be slow: it only says in which years there is something to read.
    Instant latest = now.plus(Duration.ofDays(1));
    int last = year(end.isBefore(latest) ? end : latest);
    for (int year = last; year >= year(first) && first.isBefore(end); year--) {
      client
          .queryPaginator(query(keys.decisions(year), first, end, most - found.size()))
          .items()
          .stream()
          .limit(most - found.size())
          .map(DecisionLog::decision)
          .forEach(found::add);
      if (found.size() >= most) {
        break;
      }
    }
    return found;
  }

  private static int year(Instant at) {
    return at.atZone(ZoneOffset.UTC).getYear();
  }

  private QueryRequest query(String partition, Instant from, Instant to, int most) {
    return QueryRequest.builder()
        .tableName(calls.table())
        .consistentRead(true)
        .scanIndexForward(false)
        .limit(most)
        .keyConditionExpression("PK = :partition AND SK BETWEEN :from AND :to")
        .expressionAttributeValues(
            Map.of(
                ":partition", text(partition),
                ":from", text(Keys.receiptsFrom(from)),
                // Sorts before all of that time.
                ":to", text(Keys.receiptsFrom(to))))
        .build();
  }

  static Map<String, AttributeValue> item(Keys keys, LoggedDecision logged) {
    Decision decision = logged.decision();
    Map<String, AttributeValue> item = new HashMap<>(keys.decision(logged));
    item.put(AT, millis(logged.at()));
    item.put(BY, text(decision.by()));
    item.put(RUN, text(decision.run()));
    item.put(COMMAND, text(decision.command()));
    decision.target().ifPresent(target -> item.put(TARGET, text(target)));
    item.put(SELECTION, text(decision.selection()));
    item.put(EVENTS, number(decision.events()));
    decision.reason().ifPresent(reason -> item.put(REASON, text(reason)));
    item.put(Keys.TTL, seconds(logged.at().plus(KEPT)));
    return item;
  }

  static LoggedDecision decision(Map<String, AttributeValue> item) {
    return new LoggedDecision(
        instantOf(item, AT),
        new Decision(
            textOf(item, BY),
            textOf(item, RUN),
            textOf(item, COMMAND),
            Optional.ofNullable(item.get(TARGET)).map(AttributeValue::s),
            textOf(item, SELECTION),
            numberOf(item, EVENTS),
            Optional.ofNullable(item.get(REASON)).map(AttributeValue::s)),
        item.containsKey(ENDED) ? Optional.of(ended(item)) : Optional.empty());
  }

  private static Ended ended(Map<String, AttributeValue> item) {
    return new Ended(
        instantOf(item, ENDED_AT),
        textOf(item, ENDED),
        item.containsKey(DONE) ? OptionalLong.of(numberOf(item, DONE)) : OptionalLong.empty());
  }
}
