package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.format.sdk.TableFinding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
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
          TableFinding.of(table, source.schema()).forEach(tables::add);
          stream(table);
          replicas(table);
          tables.ttl(source.name(), source.schema().ttlAttribute());
          examination.look(
              "clock of this machine", "dynamodb:DescribeTable", this::clockOfThisMachine);
        });
    return described;
  }

  private void stream(TableDescription table) {
    if (table.streamSpecification() == null || !table.streamSpecification().streamEnabled()) {
      return;
    }
    String subject = "stream of " + TableFinding.subject(table.tableName());
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
          TableFinding.subject(table.tableName()),
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
