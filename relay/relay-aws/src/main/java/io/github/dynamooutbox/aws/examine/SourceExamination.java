package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.TableConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Examines the table with the records, its stream, and the clock by which they are stamped. */
record SourceExamination(
    RelayConfig config,
    DynamoDbClient client,
    DynamoDbStreamsClient streams,
    Examination examination,
    InstantSource clock) {
  /** Deadlines, retention and signatures tolerate a deviation up to this. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(30);

  Optional<TableDescription> run() {
    TableConfig source = config.table();
    TableExamination tables = new TableExamination(client, examination);
    Optional<TableDescription> described = tables.required(source.name());
    described.ifPresent(
        table -> {
          tables.keys(
              table,
              List.of(source.schema().partitionKey(), source.schema().sortKey()),
              "correct table.partitionKey and table.sortKey in the configuration of writers and"
                  + " relay, or move the records to a table with these keys");
          stream(table);
          replicas(table);
          tables.ttl(source.name(), source.schema().ttlAttribute());
          examination.look(
              "clock of this machine", "dynamodb:DescribeTable", this::clockOfThisMachine);
        });
    return described;
  }

  private void stream(TableDescription table) {
    String subject = "stream of " + TableExamination.subject(table.tableName());
    String enable =
        "aws dynamodb update-table --table-name %s --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE"
            .formatted(table.tableName());
    if (table.streamSpecification() == null || !table.streamSpecification().streamEnabled()) {
      examination.wrong(
          TableExamination.subject(table.tableName()), "has no stream", "enable one: " + enable);
      return;
    }
    StreamViewType view = table.streamSpecification().streamViewType();
    if (view == StreamViewType.NEW_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES) {
      examination.fine(subject, "has view type " + view);
    } else {
      examination.wrong(
          subject,
          "has view type %s, which omits the records' content".formatted(view),
          "switch it off with StreamEnabled=false, and enable a new one: " + enable);
    }
    examination.look(
        subject,
        "dynamodb:DescribeStream, GetShardIterator and GetRecords",
        () -> {
          StreamTrial.read(streams, table.latestStreamArn());
          examination.fine(subject, "can be read");
        });
  }

  private void replicas(TableDescription table) {
    List<String> regions = table.replicas().stream().map(each -> each.regionName()).toList();
    if (!regions.isEmpty() && config.relay().regions().isEmpty()) {
      examination.wrong(
          TableExamination.subject(table.tableName()),
          "is replicated to %s, and every relay of it would publish what was written in any region"
              .formatted(String.join(", ", regions)),
          "set relay.regions for the relay of each region");
    }
  }

  private void clockOfThisMachine() {
    Instant before = clock.instant();
    Optional<Instant> there =
        client
            .describeTable(request -> request.tableName(config.table().name()))
            .sdkHttpResponse()
            .firstMatchingHeader("Date")
            .flatMap(SourceExamination::date);
    String subject = "clock of this machine";
    if (there.isEmpty()) {
      examination.advise(
          subject,
          "cannot be compared: the answer has no date",
          "make sure that it is synchronised");
      return;
    }
    Duration off = Duration.between(there.get(), before);
    if (off.abs().compareTo(CLOCKS_DIFFER) > 0) {
      examination.wrong(
          subject,
          "is off by %d s".formatted(off.toSeconds()),
          "synchronise it, and make sure that writers' clocks are synchronised: retention and ages"
              + " depend on them");
    } else {
      examination.fine(subject, "agrees with AWS");
    }
  }

  private static Optional<Instant> date(String header) {
    try {
      return Optional.of(
          ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
