package io.github.dynamooutbox.relay.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.route.Routed.Kind;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where rules send events, compared with a second implementation that knows no event patterns. */
class RouterTest {
  private static final int RUNS = 2_000;

  /** A rule, and the value of a field on which it depends, if on any. */
  private record Case(Optional<Map.Entry<String, String>> field, Set<String> targets) {
    Rule rule() {
      return new Rule(field.map(Case::pattern), targets);
    }

    private static String pattern(Map.Entry<String, String> field) {
      String name = field.getKey();
      String condition = "{\"%s\":[\"%s\"]}";
      return name.startsWith("headers.")
          ? "{\"headers\":" + condition.formatted(name.substring(8), field.getValue()) + "}"
          : condition.formatted(name, field.getValue());
    }

    boolean matches(Map<String, String> fields) {
      boolean isHeartbeat = Heartbeats.AGGREGATE_TYPE.equals(fields.get("aggregateType"));
      return field
          .map(each -> each.getValue().equals(fields.get(each.getKey())))
          .map(matches -> matches && (!isHeartbeat || namesHeartbeats()))
          .orElse(!isHeartbeat);
    }

    private boolean namesHeartbeats() {
      return field.orElseThrow().getValue().equals(Heartbeats.AGGREGATE_TYPE);
    }
  }

  @Test
  void sendsEachEventToTheTargetsOfAllRulesThatMatchIt() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Set<Kind> kinds = new HashSet<>();
    for (int run = 0; run < RUNS; run++) {
      Envelope event = RoutedEvents.any(random);
      Map<String, String> fields = RoutedEvents.fields(event);
      List<Case> cases = cases(random, fields);
      List<Case> matching = cases.stream().filter(each -> each.matches(fields)).toList();
      List<Rule> rules = cases.stream().map(Case::rule).toList();
      Set<String> targets = new HashSet<>();
      matching.forEach(each -> targets.addAll(each.targets));
      boolean isHeartbeat = Heartbeats.include(event.aggregate());
      Routed expected =
          !targets.isEmpty()
              ? new Routed(Kind.TO_TARGETS, targets)
              : new Routed(
                  !matching.isEmpty()
                      ? Kind.DROPPED
                      : isHeartbeat ? Kind.HEARTBEAT : Kind.UNROUTABLE,
                  Set.of());

      Routed routed = new Router(rules).route(event);

      String what = "seed %d, run %d: %s by %s".formatted(seed, run, fields, rules);
      assertThat(routed).as(what).isEqualTo(expected);
      assertThat(routed.targets()).as(what).isEqualTo(targets);
      boolean isUnroutable = expected.kind() == Kind.UNROUTABLE;
      assertThat(routed.isUnroutable()).as(what).isEqualTo(isUnroutable);
      assertThat(new Routing(rules).targets(event))
          .as(what)
          .isEqualTo(isUnroutable ? Optional.empty() : Optional.of(targets));
      kinds.add(routed.kind());
    }
    assertThat(kinds).containsExactlyInAnyOrder(Kind.values());
  }

  @Test
  void targetsAreSortedByName() {
    List<String> sorted = List.of("archive", "bus", "feed", "kafka", "kinesis", "queue", "topic");

    assertThat(Routed.to(Set.copyOf(sorted)).sorted()).isEqualTo(sorted);
  }

  @Test
  void aRuleThatIsNoPatternIsNamedByItsNumberAndWhatIsWrongWithIt() {
    List<Rule> rules = List.of(Rule.all("bus"), Rule.matching("{\"type\":\"Order\"}", "bus"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Router(rules))
        .withMessageStartingWith("rule 1: not an event pattern: ")
        .withMessageContaining("type")
        .withCauseInstanceOf(IOException.class);
  }

  private static List<Case> cases(Random random, Map<String, String> fields) {
    List<Case> cases = new ArrayList<>();
    List<String> names = List.copyOf(fields.keySet());
    while (random.nextInt(4) != 0) {
      String name = names.get(random.nextInt(names.size()));
      String value =
          random.nextInt(3) != 0
              ? fields.get(name)
              : fields.get(names.get(random.nextInt(names.size())));
      Set<String> targets = new HashSet<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        targets.add("target" + random.nextInt(4));
      }
      boolean isForAll = random.nextInt(4) == 0;
      cases.add(
          new Case(isForAll ? Optional.empty() : Optional.of(Map.entry(name, value)), targets));
    }
    return cases;
  }

  /** Events of which no two fields have the same value, and what of them rules may look at. */
  private static final class RoutedEvents {
    /** What identifies an event or traces it is no reason to send it somewhere. */
    private static final Set<String> NOT_FOR_RULES = Set.of("id", "traceparent", "tracestate");

    private RoutedEvents() {}

    /** Some event: what is optional may be missing, and it may be a heartbeat. */
    static Envelope any(Random random) {
      String aggregateType = random.nextInt(4) == 0 ? Heartbeats.AGGREGATE_TYPE : "Order";
      Instant time = Instant.EPOCH;
      Map<String, String> headers = new HashMap<>();
      optional(random, "one").ifPresent(value -> headers.put("one", value));
      optional(random, "two").ifPresent(value -> headers.put("two", value));
      OutboxEvent event =
          new OutboxEvent(
              value(random, "id"),
              value(random, "type"),
              time,
              value(random, "contentType"),
              optional(random, "schema"),
              Payload.of("data"),
              Optional.empty(),
              headers);
      Map<ContextAttribute, String> attributes = new EnumMap<>(ContextAttribute.class);
      for (ContextAttribute each : ContextAttribute.all()) {
        optional(random, each.label()).ifPresent(value -> attributes.put(each, value));
      }
      CommitContext context =
          new CommitContext(value(random, "source"), time, value(random, "region"), attributes);
      OutboxRecord record =
          new OutboxRecord(
              new AggregateKey(aggregateType, value(random, "aggregate")),
              OptionalLong.of(1),
              List.of(event),
              context,
              time,
              Item.empty());
      return new Envelope(new StreamPosition("1"), new RecordKey("p", "s"), record, 0);
    }

    private static String value(Random random, String what) {
      return what + random.nextInt(3);
    }

    private static Optional<String> optional(Random random, String what) {
      return random.nextBoolean() ? Optional.empty() : Optional.of(value(random, what));
    }

    /**
     * The fields of the event and its context by name, whatever the order of their constructors.
     */
    static Map<String, String> fields(Envelope event) {
      Map<String, String> fields = new TreeMap<>();
      texts(event.event()).forEach(fields::put);
      texts(event.record().context()).forEach(fields::put);
      event
          .record()
          .context()
          .attributes()
          .forEach((attribute, text) -> fields.put(attribute.itemName(), text));
      fields.keySet().removeAll(NOT_FOR_RULES);
      fields.put("aggregateType", event.aggregate().type());
      fields.put("aggregateId", event.aggregate().id());
      event.event().headers().forEach((name, value) -> fields.put("headers." + name, value));
      return fields;
    }

    private static Map<String, String> texts(Record record) {
      Map<String, String> texts = new HashMap<>();
      for (RecordComponent component : record.getClass().getRecordComponents()) {
        Object value;
        try {
          value = component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
          throw new LinkageError("a component of a public record is public", e);
        }
        if (value instanceof Optional<?> optional) {
          value = optional.orElse(null);
        }
        if (value instanceof String text) {
          texts.put(component.getName(), text);
        }
      }
      return texts;
    }
  }
}
