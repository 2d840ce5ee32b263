package io.github.dynamooutbox.aws.targets;

import static io.github.dynamooutbox.aws.keys.Key.Reader.INFRASTRUCTURE;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import java.util.List;
import java.util.Optional;

/**
 * A kind of AWS resource that targets send to: how the configuration names it, by its name, by its
 * ARN, or by both, and what a relay does there. Immutable once it is {@link #in} a section.
 */
public final class ResourceKind {
  private final String cloudFormation;
  private final Key<String> name;
  private final Key<String> arn;
  private String service = "";
  private String beforeName = "";
  private boolean isUniqueEverywhere;
  private boolean hasIdAfterName;
  private List<String> actions = List.of();
  private List<String> keyActions = List.of();
  private Optional<Key<String>> kmsKey = Optional.empty();
  private Optional<String> endpoint = Optional.empty();

  private ResourceKind(String cloudFormation, Key<String> name, Key<String> arn) {
    this.cloudFormation = cloudFormation;
    this.name = name;
    this.arn = arn;
  }

  /**
   * Begins a kind.
   *
   * @param cloudFormation its type in templates, for example {@code AWS::SQS::Queue}
   * @param name the key of its name, which ends with {@code Name}
   * @param arn the key of its ARN, which ends with {@code Arn}
   */
  public static ResourceKind of(String cloudFormation, Key<String> name, Key<String> arn) {
    return new ResourceKind(cloudFormation, name, arn);
  }

  /**
   * What its ARNs look like.
   *
   * @param inArns the service's name there
   * @param before what stands between account and name
   */
  public ResourceKind arns(String inArns, String before) {
    service = inArns;
    beforeName = before;
    return this;
  }

  /** No other account and region has a resource of the same name: ARNs have neither. */
  public ResourceKind uniqueEverywhere() {
    isUniqueEverywhere = true;
    return this;
  }

  /**
   * ARNs end with an id that the service gives, after the name and a slash: who has the name only
   * does not have the ARN.
   */
  public ResourceKind idAfterName() {
    hasIdAfterName = true;
    return this;
  }

  /** All actions that a relay calls there, as in policies. */
  public ResourceKind actions(String... called) {
    actions = List.of(called);
    return this;
  }

  /**
   * Targets have a key {@code kmsKeyArn}.
   *
   * @param called what sending needs on the customer managed key that encrypts a resource
   */
  public ResourceKind keyActions(String... called) {
    keyActions = List.of(called);
    kmsKey =
        Optional.of(
            Key.text("kmsKeyArn", TextRule.keyArn())
                .readBy(INFRASTRUCTURE)
                .about(
                    "Customer managed key: the one that encrypts the existing %s, or one for the new %s."
                        .formatted(noun(), noun())));
    return this;
  }

  /** The service's part in the name of its interface endpoint. */
  public ResourceKind endpoint(String part) {
    endpoint = Optional.of(part);
    return this;
  }

  /** What its keys begin with. */
  private String noun() {
    return name.name().replaceFirst("Name$", "");
  }

  /** The rule of a service's ARNs; what follows the account is given as an expression. */
  public static TextRule arnRule(String service, String resource, String means) {
    return TextRule.of("arn:aws[a-z-]*:" + service + ":[a-z0-9-]+:[0-9]{12}:" + resource, means);
  }

  /** Whether it is an ARN, and no name. */
  public static boolean isArn(String nameOrArn) {
    return nameOrArn.startsWith("arn:");
  }

  /** Adds the keys to those of a kind of targets, with the rule that one of them is needed. */
  public ResourceKind in(Section kind) {
    kind.with(name, arn).needsOneOf(name, arn);
    kmsKey.ifPresent(kind::add);
    return this;
  }

  /** The ARN if present, otherwise the name. */
  public String read(TargetFields target) {
    if (!target.has(name) && !target.has(arn)) {
      target.missing(name, "name the " + noun() + ", or give its " + arn.name());
    }
    Optional<String> givenName = target.find(name);
    Optional<String> givenArn = target.find(arn);
    if (givenName.isPresent() && givenArn.isPresent() && !names(givenArn.get(), givenName.get())) {
      target.problem(arn, "is not the ARN of " + name.name() + " \"" + givenName.get() + "\"");
    }
    // For the infrastructure: the relay only needs the permission to use the key.
    kmsKey.ifPresent(target::find);
    // A placeholder, so that the rest of the target is still read and checked.
    return givenArn.or(() -> givenName).orElse("unknown");
  }

  private boolean names(String arn, String wanted) {
    String named = hasIdAfterName ? arn.substring(0, arn.lastIndexOf('/')) : arn;
    return named.endsWith((beforeName.isEmpty() ? ":" : "/") + wanted);
  }

  /** The key of the resource's name. */
  public Key<String> name() {
    return name;
  }

  /** The key of its ARN. */
  public Key<String> arn() {
    return arn;
  }

  /** The key of the KMS key that encrypts it; empty if the configuration has none. */
  public Optional<Key<String>> kmsKey() {
    return kmsKey;
  }

  /** Its type in templates of CloudFormation. */
  public String cloudFormation() {
    return cloudFormation;
  }

  /** What stands between account and name in an ARN. */
  public String beforeName() {
    return beforeName;
  }

  /** Whether no other account and region has a resource of the same name. */
  public boolean isUniqueEverywhere() {
    return isUniqueEverywhere;
  }

  /** All actions that a relay calls there. */
  public List<String> actions() {
    return actions;
  }

  /** What sending needs on the customer managed key that encrypts the resource. */
  public List<String> keyActions() {
    return keyActions;
  }

  /** The service's part in the name of its interface endpoint; empty if the relay needs none. */
  public Optional<String> endpoint() {
    return endpoint;
  }

  /** The ARN, possibly with a wildcard, of a resource of which the name or the ARN is known. */
  String arnOf(String nameOrArn, AwsPlace place) {
    if (isArn(nameOrArn)) {
      return nameOrArn;
    }
    AwsPlace own = isUniqueEverywhere ? new AwsPlace(place.partition(), "", "") : place;
    return own.arn(service, beforeName + nameOrArn + (hasIdAfterName ? "/*" : ""));
  }
}
