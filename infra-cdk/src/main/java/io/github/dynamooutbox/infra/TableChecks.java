package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.infra.TableSettings.Encryption;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awscdk.services.dynamodb.CfnGlobalTable;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kms.CfnAlias;
import software.amazon.awscdk.services.kms.CfnKey;

/** Checks the outbox table and the control table. */
final class TableChecks {
  /** What shows the relay a new record. */
  private static final Set<String> SHOW_RECORDS = Set.of("NEW_IMAGE", "NEW_AND_OLD_IMAGES");

  /** IAM API reference, PutRolePolicy: the characters of a policy. */
  private static final String NOT_IN_POLICIES = ".*[^\\t\\n\\r\\u0020-\\u00FF].*";

  /** DynamoDB developer guide, "Global tables: how it works". */
  private static final String STRONG = "STRONG";

  /** DynamoDB developer guide, "Quotas": bytes of the name of a key attribute. */
  private static final int KEY_BYTES = 255;

  /** KMS developer guide, "Key spec reference". */
  private static final String SYMMETRIC = "SYMMETRIC_DEFAULT";

  /** Also of a table that is imported. */
  static final String NO_STREAM =
      "table: has no stream, or is imported without its ARN; give it one that shows new images";

  private TableChecks() {}

  static void arns(Deployment deployment, Consumer<String> problems) {
    JsonNode deployed = deployment.infrastructure().path("table");
    String name = deployment.document().at("/table/name").asText();
    if (deployed.has("tableArn") && !deployed.path("tableArn").asText().endsWith("/" + name)) {
      problems.accept(
          "infrastructure.table.tableArn: is not the ARN of table.name \"%s\"".formatted(name));
    }
    if (deployed.has("streamArn")
        && !deployed
            .path("streamArn")
            .asText()
            .startsWith(deployed.path("tableArn").asText() + "/stream/")) {
      problems.accept("infrastructure.table.streamArn: is not a stream of tableArn");
    }
    deployment
        .given()
        .table()
        .flatMap(TableChecks::foreignStream)
        .ifPresent(
            stream ->
                problems.accept(
                    "table: \"%s\" is not its stream; import it with the stream of its own"
                        .formatted(stream)));
    JsonNode control = deployment.infrastructure().path("controlTable").path("tableArn");
    JsonNode controlName = deployment.document().at("/controlTable/name");
    if (deployment.hasControlTable()
        && !control.isMissingNode()
        && !control.asText().endsWith("/" + controlName.asText())) {
      problems.accept(
          "infrastructure.controlTable.tableArn: is not the ARN of controlTable.name, %s"
              .formatted(controlName));
    }
  }

  /** The stream of an imported table, if it is another table's. */
  private static Optional<String> foreignStream(ITable table) {
    return Optional.ofNullable(table.getTableStreamArn())
        .flatMap(Deployment.Place::known)
        .filter(
            stream ->
                Deployment.Place.known(table.getTableArn())
                    .filter(arn -> !stream.startsWith(arn + "/stream/"))
                    .isPresent());
  }

  static void different(Deployment deployment, Consumer<String> problems) {
    Optional<Used> table = deployment.used().stream().filter(Used::isTable).findFirst();
    boolean isOne =
        deployment.used().stream()
            .filter(Used::isControlTable)
            .anyMatch(control -> table.filter(control::isSame).isPresent());
    Optional<String> name = deployment.config().controlTableName();
    if (isOne || (name.isPresent() && name.equals(deployment.config().tableName()))) {
      problems.accept(
          "controlTable.name: %sis also table.name, whose stream would deliver the relay's own writes to it; choose another name"
              .formatted(name.map("\"%s\" "::formatted).orElse("")));
    }
  }

  static void shape(Deployment deployment, Consumer<String> problems) {
    Optional<ITable> given = deployment.given().table();
    if (given.isPresent()) {
      deployment.table().ifPresent(table -> shape(table, deployment.config().table(), problems));
      if (given.get().getNode().getDefaultChild() instanceof CfnGlobalTable made
          && STRONG.equals(made.getMultiRegionConsistency())) {
        problems.accept(
            "table: has multi-Region strong consistency, and so no transactions, of which each commit is one; make it without multiRegionConsistency");
      }
    }
  }

  /** Whether a table of the same app is as the relay needs it. */
  static void shape(TableShape table, TableSettings settings, Consumer<String> problems) {
    keys(Used.TABLE, table, List.of(settings.partitionKey(), settings.sortKey()), problems);
    stream(table, problems);
    ttl(Used.TABLE, table, settings.ttlAttribute(), problems);
  }

  static void control(Deployment deployment, Consumer<String> problems) {
    deployment
        .controlTable()
        .ifPresent(
            table -> {
              keys(Used.CONTROL_TABLE, table, List.of("PK", "SK"), problems);
              ttl(Used.CONTROL_TABLE, table, "ttl", problems);
            });
  }

  private static void keys(
      String path, TableShape table, List<String> expected, Consumer<String> problems) {
    List<String> found =
        table.keys().stream().map(key -> key + " (" + table.types().get(key) + ")").toList();
    List<String> needed = expected.stream().map(key -> key + " (S)").toList();
    if (!found.equals(needed)) {
      problems.accept(
          "%s: has the keys %s, and needs %s; make it with these%s"
              .formatted(
                  path,
                  String.join(", ", found),
                  String.join(", ", needed),
                  path.equals(Used.TABLE) ? ", or set table.partitionKey and table.sortKey" : ""));
    }
  }

  private static void stream(TableShape table, Consumer<String> problems) {
    String view = table.stream().orElse("");
    if (view.isEmpty()) {
      problems.accept(NO_STREAM);
    } else if (!SHOW_RECORDS.contains(view)) {
      problems.accept(
          "table: its stream shows %s, in which no record is; make it with NEW_IMAGE or NEW_AND_OLD_IMAGES"
              .formatted(view));
    }
  }

  private static void ttl(
      String path, TableShape table, String expected, Consumer<String> problems) {
    if (!table.ttl().equals(Optional.of(expected))) {
      problems.accept(
          "%s: %s, so that nothing would ever be removed; make it with timeToLiveAttribute \"%s\"%s"
              .formatted(
                  path,
                  table.ttl().map("its TTL reads \"%s\""::formatted).orElse("has no TTL"),
                  expected,
                  path.equals(Used.TABLE) ? ", or set table.ttlAttribute" : ""));
    }
  }

  static void indexes(Deployment deployment, Consumer<String> problems) {
    TableSettings settings = deployment.config().table();
    OutboxSchema schema =
        new OutboxSchema(
            settings.partitionKey(),
            settings.sortKey(),
            settings.prefix(),
            settings.ttlAttribute());
    deployment
        .table()
        .ifPresent(
            table ->
                table
                    .indexes()
                    .forEach(
                        (index, keys) -> {
                          String path =
                              deployment.given().table().isPresent()
                                  ? "table: index \"%s\": ".formatted(index)
                                  : "infrastructure.table.indexes.%s: ".formatted(index);
                          index(path, keys, table.types(), schema, problems);
                        }));
  }

  private static void index(
      String path,
      List<String> keys,
      Map<String, String> types,
      OutboxSchema schema,
      Consumer<String> problems) {
    if (keys.stream().distinct().count() < keys.size()) {
      problems.accept(
          "%s\"%s\" is partition key and sort key; name another attribute, or leave the sort key out"
              .formatted(path, keys.get(0)));
    }
    for (String key : keys.stream().distinct().toList()) {
      int bytes = key.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > KEY_BYTES) {
        problems.accept(
            "%s\"%s\" has %d bytes, and a key's name at most %d; name another attribute"
                .formatted(path, key, bytes, KEY_BYTES));
      }
      schema
          .attributeType(key)
          .filter(type -> !type.equals(types.get(key)))
          .ifPresent(
              type ->
                  problems.accept(
                      "%s\"%s\" is a key of type %s, and in records that have it of type %s, so that their commits would fail; name another attribute"
                          .formatted(path, key, types.get(key), type)));
    }
  }

  static void prefix(Deployment deployment, Consumer<String> problems) {
    String prefix = deployment.config().table().prefix();
    if (prefix.matches("(?s)" + NOT_IN_POLICIES)) {
      problems.accept(
          "table.prefix: \"%s\" has characters beyond U+00FF, or control characters, which a policy of IAM cannot contain; choose another prefix"
              .formatted(prefix));
    }
  }

  /** Policies name keys: an alias there permits nothing, but for those of AWS's own keys. */
  static void customerKeys(Deployment deployment, Consumer<String> problems) {
    deployment
        .given()
        .keys()
        .forEach(
            (path, key) -> {
              String arn = key.getKeyArn();
              if (key.getNode().getDefaultChild() instanceof CfnAlias
                  || (arn.contains(":alias/") && !arn.contains(":alias/aws/"))) {
                problems.accept(
                    path.equals("key")
                        ? "key: is an alias, and permissions cannot name one; give the key itself"
                        : "%s: is encrypted with a key that is given by its alias, and permissions cannot name one; make or import it with the key itself"
                            .formatted(path));
              }
              if (key.getNode().getDefaultChild() instanceof CfnKey made
                  && made.getKeySpec() != null
                  && !made.getKeySpec().equals(SYMMETRIC)) {
                problems.accept(
                    "%s: the spec of the key is %s, and tables and targets are encrypted with symmetric keys only; make the key without keySpec"
                        .formatted(path, made.getKeySpec()));
              }
            });
  }

  static void key(Deployment deployment, Consumer<String> problems) {
    if (deployment.stack().isEmpty() || deployment.region().isPresent()) {
      return;
    }
    TableSettings table = deployment.config().table();
    boolean isChosen =
        deployment.given().key().isPresent()
            || table.encryption() == Encryption.CUSTOMER
            || (table.tableArn().isEmpty() && table.kmsKeyArn().isPresent());
    if (isChosen && (deployment.makesTables() || table.encryption() == Encryption.CUSTOMER)) {
      problems.accept(
          "infrastructure.region: is missing; for a customer key the CDK needs the stack's region");
    }
  }
}
