package io.github.dynamooutbox.inbox;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Evaluates DynamoDB's expressions as far as they are used here: comparisons, {@code
 * attribute_exists}, AND, OR and parentheses; SET with {@code if_not_exists}, {@code list_append},
 * plus and minus; ADD.
 */
final class FakeExpression {
  private static final Pattern TOKEN = Pattern.compile("\\s*([#:]?\\w+|<=|>=|<>|[-+=<>(),])");

  /** By text: a consumer uses few, again and again. */
  private static final Map<String, List<String>> TOKENS = new ConcurrentHashMap<>();

  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private Deque<String> tokens = new ArrayDeque<>();
  private Map<String, AttributeValue> item = Map.of();

  FakeExpression(Map<String, String> names, Map<String, AttributeValue> values) {
    this.names = names;
    this.values = values;
  }

  /** DynamoDB refuses placeholders that are not used, and those that are not given. */
  void check(String... expressions) {
    Set<String> used = new TreeSet<>();
    for (String expression : expressions) {
      if (expression != null) {
        tokensOf(expression).stream()
            .filter(token -> token.startsWith("#") || token.startsWith(":"))
            .forEach(used::add);
      }
    }
    Set<String> given = new TreeSet<>(names.keySet());
    given.addAll(values.keySet());
    if (!given.equals(used)) {
      throw refusal("placeholders used are " + used + ", but given are " + given);
    }
  }

  /** As DynamoDB reports a request that it does not understand. */
  static DynamoDbException refusal(String message) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .statusCode(400)
            .message(message)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode("ValidationException").build())
            .build();
  }

  boolean holds(String condition, Map<String, AttributeValue> before) {
    if (condition == null) {
      return true;
    }
    begin(condition, before);
    boolean holds = or();
    end();
    return holds;
  }

  void update(
      String update, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
    begin(update, before);
    String clause = tokens.pop();
    do {
      String name = name(tokens.pop());
      if (clause.equals("SET")) {
        expect("=");
        after.put(name, sum());
      } else {
        AttributeValue added = operand();
        after.put(name, plus(before.getOrDefault(name, AttributeValue.fromN("0")), added, 1));
      }
    } while (take(","));
    end();
  }

  private void begin(String text, Map<String, AttributeValue> newItem) {
    tokens = new ArrayDeque<>(tokensOf(text));
    item = newItem;
  }

  private static List<String> tokensOf(String text) {
    return TOKENS.computeIfAbsent(text, FakeExpression::tokens);
  }

  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.lookingAt()) {
      tokens.add(matcher.group(1));
      matcher.region(matcher.end(), text.length());
    }
    if (matcher.regionStart() != text.length()) {
      throw new IllegalArgumentException("not understood: " + text);
    }
    return tokens;
  }

  private void end() {
    if (!tokens.isEmpty()) {
      throw new IllegalArgumentException("goes on with " + tokens);
    }
  }

  private boolean or() {
    boolean holds = and();
    while (take("OR")) {
      holds |= and();
    }
    return holds;
  }

  private boolean and() {
    boolean holds = primary();
    while (take("AND")) {
      holds &= primary();
    }
    return holds;
  }

  private boolean primary() {
    if (take("(")) {
      boolean holds = or();
      expect(")");
      return holds;
    }
    if (take("attribute_exists")) {
      return exists();
    }
    if (take("attribute_not_exists")) {
      return !exists();
    }
    AttributeValue left = operand();
    String operator = tokens.pop();
    AttributeValue right = operand();
    return left != null && right != null && compare(left, operator, right);
  }

  private boolean exists() {
    expect("(");
    boolean exists = item.containsKey(name(tokens.pop()));
    expect(")");
    return exists;
  }

  private static boolean compare(AttributeValue left, String operator, AttributeValue right) {
    if (left.type() != right.type()) {
      return false;
    }
    int compared =
        left.n() == null
            ? left.s().compareTo(right.s())
            : new BigDecimal(left.n()).compareTo(new BigDecimal(right.n()));
    return switch (operator) {
      case "=" -> compared == 0;
      case "<" -> compared < 0;
      case "<=" -> compared <= 0;
      default -> throw new IllegalArgumentException("not understood: " + operator);
    };
  }

  private AttributeValue sum() {
    AttributeValue sum = operand();
    if (take("+")) {
      return plus(sum, operand(), 1);
    }
    return take("-") ? plus(sum, operand(), -1) : sum;
  }

  private static AttributeValue plus(AttributeValue left, AttributeValue right, int sign) {
    BigDecimal signed = new BigDecimal(right.n()).multiply(BigDecimal.valueOf(sign));
    return AttributeValue.fromN(new BigDecimal(left.n()).add(signed).toPlainString());
  }

  private AttributeValue operand() {
    String token = tokens.pop();
    if (token.startsWith(":")) {
      return values.get(token);
    }
    if (token.equals("list_append")) {
      return append();
    }
    if (!token.equals("if_not_exists")) {
      return item.get(name(token));
    }
    expect("(");
    AttributeValue known = item.get(name(tokens.pop()));
    expect(",");
    AttributeValue other = operand();
    expect(")");
    return known == null ? other : known;
  }

  private AttributeValue append() {
    expect("(");
    List<AttributeValue> list = new ArrayList<>(operand().l());
    expect(",");
    list.addAll(operand().l());
    expect(")");
    return AttributeValue.fromL(list);
  }

  private String name(String token) {
    return token.startsWith("#") ? names.get(token) : token;
  }

  private boolean take(String token) {
    if (token.equals(tokens.peek())) {
      tokens.pop();
      return true;
    }
    return false;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw new IllegalArgumentException("expected " + token + " before " + tokens);
    }
  }
}
