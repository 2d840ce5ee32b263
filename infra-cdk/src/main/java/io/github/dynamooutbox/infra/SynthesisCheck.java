package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Everything that is checked at synthesis, after the relay's own reader and the schema have found
 * nothing. Each check looks at the {@link Deployment} alone, so it holds wherever a value comes
 * from.
 */
@SuppressWarnings(
    "ImmutableEnumChecker") // A method reference without state, and a set that is copied.
enum SynthesisCheck {
  PLACEHOLDERS(
      "no text contains what CloudFormation replaces during the deployment",
      From.only(From.DOCUMENT, From.TYPED),
      StackChecks::references),
  REGIONS_EXIST("regions exist", From.only(From.DOCUMENT, From.TYPED), Regions::named),
  ONE_REGION("what the relay uses is in its region and partition", From.all(), Regions::used),
  ONE_ACCOUNT("table and control table are in the relay's account", From.all(), Regions::accounts),
  ZONES("availability zones are of one region, the stack's", From.all(), Regions::zones),
  STANDBY(
      "`relay.regions` contains the relay's own region, unless `relay.standby` is set",
      From.all(),
      Regions::standby),
  REPLICAS(
      "replicas are of a new table, in other regions of the same partition",
      From.only(From.DOCUMENT),
      Regions::replicas),
  TABLE_NAMES(
      "ARNs are those of the tables that are named",
      From.only(From.DOCUMENT, From.TYPED),
      TableChecks::arns),
  TWO_TABLES(
      "the control table is not the outbox table",
      From.only(From.DOCUMENT, From.TYPED),
      TableChecks::different),
  TABLE_KEYS(
      "a table of the same app has transactions, and the keys, the stream and the TTL that the relay reads",
      From.only(From.TYPED),
      TableChecks::shape),
  CONTROL_KEYS(
      "a control table of the same app has the keys and the TTL that the relay uses",
      From.only(From.TYPED),
      TableChecks::control),
  INDEX_KEYS(
      "keys of indexes differ, have names of 255 bytes at most, and the types that records have",
      From.only(From.DOCUMENT, From.TYPED),
      TableChecks::indexes),
  PREFIX(
      "`table.prefix` can stand in a policy of IAM",
      From.only(From.DOCUMENT, From.TYPED),
      TableChecks::prefix),
  CUSTOMER_KEY(
      "for a customer key the stack's region is known",
      From.only(From.ENVIRONMENT),
      TableChecks::key),
  KEYS(
      "customer keys are symmetric, and given by themselves: permissions cannot name an alias",
      From.only(From.TYPED),
      TableChecks::customerKeys),
  TARGET_KINDS("the stack knows each target's type", From.only(From.DOCUMENT), TargetChecks::kinds),
  TARGETS_CREATABLE(
      "targets with a name can be created",
      From.only(From.DOCUMENT, From.TYPED),
      TargetChecks::creatable),
  TARGETS_ONCE(
      "no two targets are one resource", From.only(From.DOCUMENT, From.TYPED), TargetChecks::once),
  ONE_OUTBOX(
      "a table has one outbox, and what is made has a name of its own in the stack, or a VPC or route table",
      From.only(From.TYPED, From.ENVIRONMENT),
      SharedNames::inApp),
  TARGET_LIMITS(
      "a queue or stream of the same app takes what `maxEntryBytes` allows",
      From.only(From.TYPED),
      TargetChecks::limits),
  ALARM_TOPIC(
      "the topic of the alarms is a standard topic to which CloudWatch may publish, and no target",
      From.only(From.DOCUMENT, From.TYPED),
      AlarmTopicChecks::all),
  CREDENTIALS(
      "no credentials of Kafka are in variables",
      From.only(From.DOCUMENT, From.TYPED),
      TargetChecks::credentials),
  TASK_SIZE(
      "memory goes with CPU units and `relay.windowBytes`, and the most tasks with the tasks",
      From.only(From.DOCUMENT, From.TYPED),
      ServiceChecks::size),
  NETWORK(
      "a network has a zone, and a route table, for each subnet, and isolated ones have a way out; a function reaches brokers of MSK from one",
      From.only(From.DOCUMENT, From.TYPED),
      ServiceChecks::network),
  ARCHIVE(
      "an archive keeps events for longer than until they are moved",
      From.only(From.DOCUMENT, From.TYPED),
      WithoutEffect::archive),
  EFFECT("each key has an effect", From.only(From.DOCUMENT, From.TYPED), WithoutEffect::keys);

  /** Where a value comes from. */
  enum From {
    DOCUMENT,
    TYPED,
    ENVIRONMENT;

    private static Set<From> all() {
      return EnumSet.allOf(From.class);
    }

    private static Set<From> only(From first, From... others) {
      return EnumSet.of(first, others);
    }
  }

  private final String what;
  private final Set<From> from;
  private final BiConsumer<Deployment, Consumer<String>> finder;

  SynthesisCheck(String what, Set<From> from, BiConsumer<Deployment, Consumer<String>> finder) {
    this.what = what;
    this.from = Set.copyOf(from);
    this.finder = finder;
  }

  /** What has to be so. */
  String what() {
    return what;
  }

  /** Where the values come from that are checked. */
  Set<From> from() {
    return from;
  }

  /** What is wrong, each with its path, and what to do. */
  List<String> problems(Deployment deployment) {
    List<String> problems = new ArrayList<>();
    finder.accept(deployment, problem -> problems.add(deployment.where() + problem));
    return problems;
  }

  /** Everything that is wrong. */
  static List<String> all(Deployment deployment) {
    List<String> problems = new ArrayList<>();
    for (SynthesisCheck check : values()) {
      problems.addAll(check.problems(deployment));
    }
    return problems;
  }

  /**
   * Ends the synthesis if anything is wrong.
   *
   * @throws ConfigException with everything that is wrong
   */
  static void of(Deployment deployment) {
    List<String> problems = all(deployment);
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
