package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexPropsV2;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.MultiRegionConsistency;
import software.amazon.awscdk.services.dynamodb.ReplicaTableProps;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableAttributes;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.kms.Alias;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.kms.KeySpec;
import software.amazon.awscdk.services.kms.KeyUsage;
import software.amazon.awscdk.services.sqs.Queue;

/** Apps with tables that do not fit. */
final class RefusedTables extends TypedApp {
  Stream<RefusedApp> all() {
    return Stream.of(tables(), indexes()).flatMap(each -> each);
  }

  private Stream<RefusedApp> tables() {
    String keys = "%s: has the keys %s, and needs PK (S), SK (S); make it with these%s";
    String own = ", or set table.partitionKey and table.sortKey";
    return Stream.of(
        table(
            SynthesisCheck.TABLE_NAMES,
            "table: \"arn:aws:dynamodb:eu-west-1:111122223333:table/other/stream/1\" is not its"
                + " stream; import it with the stream of its own",
            Table.fromTableAttributes(
                here,
                id(),
                TableAttributes.builder()
                    .tableArn("arn:aws:dynamodb:eu-west-1:111122223333:table/shop")
                    .tableStreamArn("arn:aws:dynamodb:eu-west-1:111122223333:table/other/stream/1")
                    .build())),
        table(
            SynthesisCheck.TABLE_KEYS,
            keys.formatted("table", "id (S)", own),
            TableV2.Builder.create(here, id())
                .partitionKey(text("id"))
                .timeToLiveAttribute("ttl")
                .dynamoStream(StreamViewType.NEW_IMAGE)
                .build()),
        table(
            SynthesisCheck.TABLE_KEYS,
            keys.formatted("table", "PK (N), SK (S)", own),
            TableV2.Builder.create(here, id())
                .partitionKey(Attribute.builder().name("PK").type(AttributeType.NUMBER).build())
                .sortKey(text("SK"))
                .timeToLiveAttribute("ttl")
                .dynamoStream(StreamViewType.NEW_IMAGE)
                .build()),
        table(
            SynthesisCheck.TABLE_KEYS,
            "table: its stream shows KEYS_ONLY, in which no record is; make it with NEW_IMAGE or"
                + " NEW_AND_OLD_IMAGES",
            table(here).dynamoStream(StreamViewType.KEYS_ONLY).build()),
        table(
            SynthesisCheck.TABLE_KEYS,
            "table: its stream shows OLD_IMAGE, in which no record is; make it with NEW_IMAGE or"
                + " NEW_AND_OLD_IMAGES",
            Table.Builder.create(here, id())
                .partitionKey(text("PK"))
                .sortKey(text("SK"))
                .timeToLiveAttribute("ttl")
                .stream(StreamViewType.OLD_IMAGE)
                .build()),
        table(
            SynthesisCheck.TABLE_KEYS,
            "table: has no stream, or is imported without its ARN; give it one that shows new"
                + " images",
            TableV2.Builder.create(here, id())
                .partitionKey(text("PK"))
                .sortKey(text("SK"))
                .timeToLiveAttribute("ttl")
                .build()),
        table(
            SynthesisCheck.TABLE_KEYS,
            "table: its TTL reads \"expires\", so that nothing would ever be removed; make it with"
                + " timeToLiveAttribute \"ttl\", or set table.ttlAttribute",
            table(here).timeToLiveAttribute("expires").build()),
        table(
            SynthesisCheck.TABLE_KEYS,
            "table: has multi-Region strong consistency, and so no transactions, of which each"
                + " commit is one; make it without multiRegionConsistency",
            table(here)
                .multiRegionConsistency(MultiRegionConsistency.STRONG)
                .witnessRegion("eu-west-2")
                .replicas(List.of(ReplicaTableProps.builder().region("eu-west-3").build()))
                .build()),
        typed(
            SynthesisCheck.KEYS,
            "key: is an alias, and permissions cannot name one; give the key itself",
            app ->
                app.controlTableName("control").key(Alias.fromAliasName(here, id(), "alias/shop"))),
        typed(
            SynthesisCheck.KEYS,
            "targets.q: is encrypted with a key that is given by its alias, and permissions cannot"
                + " name one; make or import it with the key itself",
            app ->
                app.target(
                        "q",
                        Queue.Builder.create(here, id())
                            .encryptionMasterKey(
                                Alias.Builder.create(here, id())
                                    .aliasName("alias/shop")
                                    .targetKey(new Key(here, id()))
                                    .build())
                            .build())
                    .route("q")),
        typed(
            SynthesisCheck.KEYS,
            "key: the spec of the key is RSA_2048, and tables and targets are encrypted with symmetric"
                + " keys only; make the key without keySpec",
            app ->
                app.controlTableName("control")
                    .key(
                        Key.Builder.create(here, id())
                            .keySpec(KeySpec.RSA_2048)
                            .keyUsage(KeyUsage.ENCRYPT_DECRYPT)
                            .build())),
        table(
            SynthesisCheck.TABLE_KEYS,
            "table: has no TTL, so that nothing would ever be removed; make it with"
                + " timeToLiveAttribute \"ttl\", or set table.ttlAttribute",
            TableV2.Builder.create(here, id())
                .partitionKey(text("PK"))
                .sortKey(text("SK"))
                .dynamoStream(StreamViewType.NEW_IMAGE)
                .build()),
        typed(
            SynthesisCheck.CONTROL_KEYS,
            keys.formatted("controlTable", "id (S)", ""),
            app ->
                app.controlTable(
                    TableV2.Builder.create(here, id())
                        .partitionKey(text("id"))
                        .timeToLiveAttribute("ttl")
                        .build())),
        typed(
            SynthesisCheck.CONTROL_KEYS,
            "controlTable: has no TTL, so that nothing would ever be removed; make it with"
                + " timeToLiveAttribute \"ttl\"",
            app ->
                app.controlTable(
                    TableV2.Builder.create(here, id())
                        .partitionKey(text("PK"))
                        .sortKey(text("SK"))
                        .build())),
        typed(
            SynthesisCheck.TWO_TABLES,
            "controlTable.name: is also table.name, whose stream would deliver the relay's own"
                + " writes to it; choose another name",
            app -> {
              ITable one = table(here).build();
              TypedApp.table(app, one).controlTable(one);
            }),
        typed(
            SynthesisCheck.TWO_TABLES,
            "controlTable.name: \"shop\" is also table.name, whose stream would deliver the relay's"
                + " own writes to it; choose another name",
            app ->
                TypedApp.table(app, table(here).tableName("shop").build())
                    .controlTableName("shop")),
        typed(
            SynthesisCheck.PREFIX,
            "table.prefix: \"\u6ce8#\" has characters beyond U+00FF, or control characters, which a"
                + " policy of IAM cannot contain; choose another prefix",
            app -> app.set("table.prefix", "\u6ce8#")));
  }

  private Stream<RefusedApp> indexes() {
    String wide = "\u00fc".repeat(128);
    Stream<RefusedApp> longer =
        Stream.of(
            table(
                SynthesisCheck.INDEX_KEYS,
                "table: index \"by\": \"%s\" has 256 bytes, and a key's name at most 255; name another attribute"
                    .formatted(wide),
                table(here).globalSecondaryIndexes(List.of(index(wide))).build()));
    return Stream.concat(longer, types());
  }

  private Stream<RefusedApp> types() {
    return Stream.of("v", "sequence", "writtenAt", "events", "ttl", "records", "PK")
        .map(
            attribute -> {
              boolean isText = attribute.equals("PK");
              String in =
                  switch (attribute) {
                    case "events", "records" -> "L";
                    case "PK" -> "S";
                    default -> "N";
                  };
              return table(
                  SynthesisCheck.INDEX_KEYS,
                  "table: index \"by\": \"%s\" is a key of type %s, and in records that have it of type %s, so that their commits would fail; name another attribute"
                      .formatted(attribute, isText ? "N" : "S", in),
                  isText
                      ? numbered()
                      : table(here).globalSecondaryIndexes(List.of(index(attribute))).build());
            });
  }

  private ITable numbered() {
    return TableV2.Builder.create(here, id())
        .partitionKey(text("id"))
        .timeToLiveAttribute("ttl")
        .dynamoStream(StreamViewType.NEW_IMAGE)
        .globalSecondaryIndexes(
            List.of(
                GlobalSecondaryIndexPropsV2.builder()
                    .indexName("by")
                    .partitionKey(Attribute.builder().name("PK").type(AttributeType.NUMBER).build())
                    .build()))
        .build();
  }

  private static GlobalSecondaryIndexPropsV2 index(String attribute) {
    return GlobalSecondaryIndexPropsV2.builder()
        .indexName("by")
        .partitionKey(text("customer"))
        .sortKey(text(attribute))
        .build();
  }
}
