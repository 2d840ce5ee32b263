package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterCriteriaProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.MetricsConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.OnFailureProperty;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.constructs.Construct;

/**
 * The relay as a Lambda function that the table's stream invokes.
 *
 * <p>The settings that its guarantees depend on are fixed: it starts at the oldest record, answers
 * with partial batch responses, has one invocation at a time for each shard, and retries without a
 * limit of attempts or age.
 */
public final class LambdaRelay extends Construct {
  static final String HANDLER = "io.github.dynamooutbox.lambda.StreamRelayHandler::handleRequest";
  private static final int NO_LIMIT = -1;

  private final RelayFunction relay;
  private final CfnEventSourceMapping mapping;
  private final FailedBatches failed;

  /**
   * What is relayed, and how.
   *
   * @param code the jar of {@code stream-relay-lambda} for functions
   * @param parts what the relay uses
   * @param function size and logs
   * @param mapping settings of the event source mapping
   * @param network where the function runs; empty: not in a VPC
   * @param layers layers with kinds of targets that the jar does not contain
   */
  public record Props(
      Code code,
      RelayParts parts,
      FunctionSettings function,
      MappingSettings mapping,
      Optional<RelayNetwork> network,
      List<ILayerVersion> layers) {
    public Props {
      layers = List.copyOf(layers);
    }

    /** Not in a VPC, with the kinds of targets that the jar contains. */
    public Props(Code code, RelayParts parts, FunctionSettings function, MappingSettings mapping) {
      this(code, parts, function, mapping, Optional.empty(), List.of());
    }
  }

  public LambdaRelay(Construct scope, String id, Props props) {
    super(scope, id);
    OutboxTable table = props.parts().table();
    relay =
        new RelayFunction(
            this,
            "Relay",
            new RelayFunction.Props(
                props.code(),
                HANDLER,
                RelayFunction.Environment.of(props.parts().config()),
                props.function(),
                true,
                props.network(),
                props.layers()));
    failed = new FailedBatches(this, "FailedBatches");
    props.parts().allow(relay.role());
    failed.allow(relay.role());
    table.allowToRead(relay.role());
    // The action takes no narrower resource; Lambda refuses a mapping without it.
    relay.role().allow(List.of("dynamodb:ListStreams"), List.of("*"));
    NagSuppression.wildcard(
        relay.role(),
        "Resource::\\*",
        "dynamodb:ListStreams takes no resource, and Lambda refuses a mapping without it.");
    Alias live =
        Alias.Builder.create(this, "Live")
            .aliasName("live")
            .version(relay.function().getCurrentVersion())
            .build();
    mapping = mapping(live, table, props.mapping());
    // Lambda checks the rights when the mapping is created.
    mapping.getNode().addDependency(relay.role());
  }

  /** The function; its metrics are those of all its versions. */
  public Function function() {
    return relay.function();
  }

  /** The mapping's id, which is the dimension of its metrics. */
  public String mappingId() {
    return mapping.getRef();
  }

  /** The name of the bucket for batches that Lambda abandons. */
  public String failedBatchesBucket() {
    return failed.bucketName();
  }

  void allowToOperate(Rights operator) {
    failed.allowToResend(operator);
  }

  private CfnEventSourceMapping mapping(Alias live, OutboxTable table, MappingSettings settings) {
    return CfnEventSourceMapping.Builder.create(this, "Mapping")
        .functionName(live.getFunctionArn())
        .eventSourceArn(table.streamArn())
        .startingPosition("TRIM_HORIZON")
        .functionResponseTypes(List.of("ReportBatchItemFailures"))
        .parallelizationFactor(1)
        .maximumRetryAttempts(NO_LIMIT)
        .maximumRecordAgeInSeconds(NO_LIMIT)
        .batchSize(settings.batchSize())
        .maximumBatchingWindowInSeconds(settings.batchingWindowSeconds())
        .bisectBatchOnFunctionError(settings.bisectOnError())
        .filterCriteria(onlyNewRecords(table.settings()))
        .destinationConfig(
            DestinationConfigProperty.builder()
                .onFailure(OnFailureProperty.builder().destination(failed.bucketArn()).build())
                .build())
        .metricsConfig(MetricsConfigProperty.builder().metrics(List.of("EventCount")).build())
        .build();
  }

  /** Inserted outbox records invoke the relay, and nothing else does. */
  private FilterCriteriaProperty onlyNewRecords(TableSettings table) {
    ObjectNode pattern = JsonNodeFactory.instance.objectNode();
    pattern.putArray("eventName").add("INSERT");
    pattern
        .putObject("dynamodb")
        .putObject("Keys")
        .putObject(table.partitionKey())
        .putArray("S")
        .addObject()
        .put("prefix", table.prefix());
    return FilterCriteriaProperty.builder()
        .filters(List.of(FilterProperty.builder().pattern(pattern.toString()).build()))
        .build();
  }
}
