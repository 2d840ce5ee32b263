package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.infra.TableSettings.Replication;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.constructs.IConstruct;

/**
 * What one stack deploys, from its document, the constructs that it was given, and the environment
 * of its stack alike. Every {@link SynthesisCheck} looks at this and at nothing else.
 *
 * @param where prefix that distinguishes its problems from those of other stacks
 * @param config the document, and what was given in place of what it names
 * @param stack the stack's environment; empty while only the document is known
 * @param app what else is in the stack's app
 */
record Deployment(String where, OutboxConfig config, Optional<Place> stack, Neighbours app) {
  /**
   * What else an app has.
   *
   * @param outboxes those that were made before
   * @param constructs everything in its stack and in those of what it was given, once the app is
   *     complete; empty until then
   */
  record Neighbours(List<Deployment> outboxes, List<IConstruct> constructs) {
    static final Neighbours NONE = new Neighbours(List.of(), List.of());

    /** Whether nothing is added any more. */
    boolean isComplete() {
      return !constructs.isEmpty();
    }

    /** Those of a class. */
    <C> Stream<C> of(Class<C> type) {
      return constructs.stream().filter(type::isInstance).map(type::cast);
    }
  }

  /**
   * Where a stack is, as far as that is known at synthesis.
   *
   * @param path of the construct in it
   * @param stack its own path
   */
  record Place(Optional<String> region, Optional<String> account, String path, String stack) {
    static Place of(IConstruct construct) {
      Stack stack = Stack.of(construct);
      return new Place(
          known(stack.getRegion()),
          known(stack.getAccount()),
          construct.getNode().getPath(),
          stack.getNode().getPath());
    }

    static Optional<String> known(String value) {
      return Token.isUnresolved(value) ? Optional.empty() : Optional.of(value);
    }
  }

  /** As the document alone says. */
  static Deployment of(String where, OutboxConfig config) {
    return new Deployment(where, config, Optional.empty(), Neighbours.NONE);
  }

  /** In a stack. */
  static Deployment in(Place place, OutboxConfig config, List<Deployment> before) {
    return new Deployment("", config, Optional.of(place), new Neighbours(before, List.of()));
  }

  /** The same in an app that is complete. */
  Deployment among(List<IConstruct> constructs) {
    return new Deployment(where, config, stack, new Neighbours(app.outboxes(), constructs));
  }

  ObjectNode document() {
    return config.document();
  }

  JsonNode infrastructure() {
    return document().path("infrastructure");
  }

  Replication replication() {
    return config.replication();
  }

  Given given() {
    return config.given();
  }

  /** The region, if stack or document say it. */
  Optional<String> region() {
    return stack.isPresent() ? stack.flatMap(Place::region) : config.region();
  }

  /** The account, if stack or document say it. */
  Optional<String> account() {
    return stack.isPresent() ? stack.flatMap(Place::account) : config.account();
  }

  /**
   * The region, or that of the first resource that has one: all have to be in the same one. The
   * table's is the first.
   */
  Optional<String> likelyRegion() {
    return region()
        .or(() -> used().stream().flatMap(used -> used.region().stream()).findFirst())
        .or(() -> zones().flatMap(zone -> Regions.ofZone(zone).stream()).findFirst());
  }

  /** The zones of the network. */
  Stream<String> zones() {
    return infrastructure()
        .path("network")
        .path("availabilityZones")
        .valueStream()
        .map(JsonNode::asText);
  }

  /** All that exists before, or that the app makes elsewhere, the table first. */
  List<Used> used() {
    List<Used> used = new ArrayList<>();
    given().used().stream().filter(Used::isTable).forEach(used::add);
    Arn.all(document()).forEach(arn -> used.add(Used.of(arn)));
    given().used().stream().filter(each -> !each.isTable()).forEach(used::add);
    return used;
  }

  boolean hasNetwork() {
    return given().vpc().isPresent() || infrastructure().has("network");
  }

  boolean hasControlTable() {
    return given().control().isPresent() || document().has("controlTable");
  }

  /** Whether the stack makes the outbox table. */
  boolean makesTable() {
    return given().table().isEmpty()
        && !infrastructure().path("table").has("tableArn")
        && !replication().isReplica();
  }

  /** Whether the stack makes the control table. */
  boolean makesControlTable() {
    return given().control().isEmpty()
        && hasControlTable()
        && !infrastructure().has("controlTable");
  }

  /** Whether the stack makes a table: the outbox, what the relay keeps, or KCL's leases. */
  boolean makesTables() {
    return makesTable() || makesControlTable() || config.hasService();
  }

  /** What the table is known to be like: one of the same app, or what the document says. */
  Optional<TableShape> table() {
    return given().table().isPresent()
        ? given().table().flatMap(TableShape::of)
        : makesTable() ? Optional.of(TableShape.of(config.table())) : Optional.empty();
  }

  /** What a control table of the same app is like. */
  Optional<TableShape> controlTable() {
    return given().control().flatMap(TableShape::of);
  }
}
