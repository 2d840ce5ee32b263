package io.github.dynamooutbox.aws.internal.bus;

import static io.github.dynamooutbox.aws.internal.bus.Structure.bytes;
import static io.github.dynamooutbox.aws.internal.bus.Structure.number;
import static io.github.dynamooutbox.aws.internal.bus.Structure.structure;
import static io.github.dynamooutbox.aws.internal.bus.Structure.structures;
import static io.github.dynamooutbox.aws.internal.bus.Structure.text;
import static io.github.dynamooutbox.aws.internal.bus.Structure.texts;
import static io.github.dynamooutbox.aws.internal.bus.Structure.textsByText;
import static io.github.dynamooutbox.aws.internal.bus.Structure.time;

import io.github.dynamooutbox.aws.internal.bus.Structure.Shape;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.client.builder.AwsDefaultClientBuilder;
import software.amazon.awssdk.awscore.client.config.AwsClientOption;
import software.amazon.awssdk.awscore.client.handler.AwsSyncClientHandler;
import software.amazon.awssdk.awscore.endpoint.AwsClientEndpointProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.SelectedAuthScheme;
import software.amazon.awssdk.core.client.config.SdkClientConfiguration;
import software.amazon.awssdk.core.client.config.SdkClientOption;
import software.amazon.awssdk.core.client.handler.ClientExecutionParams;
import software.amazon.awssdk.core.client.handler.SyncClientHandler;
import software.amazon.awssdk.core.http.HttpResponseHandler;
import software.amazon.awssdk.core.interceptor.SdkInternalExecutionAttribute;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.auth.aws.scheme.AwsV4AuthScheme;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.scheme.AuthSchemeOption;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.protocols.core.OperationInfo;
import software.amazon.awssdk.protocols.json.AwsJsonProtocol;
import software.amazon.awssdk.protocols.json.JsonOperationMetadata;
import software.amazon.awssdk.protocols.rpcv2.SmithyRpcV2CborProtocolFactory;

/**
 * Calls the service as the SDK's generated clients call theirs: the protocol, Smithy RPC v2 CBOR,
 * is the SDK's, and so are signer, HTTP client, credentials, region, endpoint and timeouts. Only
 * the shapes of the three operations are stated here.
 */
final class RpcBusClient implements BusClient {
  /** User guide, "Names, endpoints, and IAM permissions for the Custom Event Bus". */
  private static final String ENDPOINT_PREFIX = "eventsv2";

  /** The signing name in the service's model, which the AWS SDKs have in common. */
  private static final String SIGNING_NAME = "events";

  private static final String SERVICE = "EventBridgeV2";

  private static final Shape EVENT_METADATA =
      Shape.of(text("EventGroupId"), text("DeduplicationId"));
  private static final Shape EVENT =
      Shape.of(
          text("Source"),
          text("DetailType"),
          text("Detail"),
          texts("Resources"),
          time("Time"),
          structure("SystemMetadata", EVENT_METADATA));
  private static final Shape EVENTS = Shape.of(text("EventBusArn"), structures("Entries", EVENT));

  private static final Shape RAW_METADATA =
      Shape.of(text("ContentType"), text("EventGroupId"), text("DeduplicationId"));
  private static final Shape RAW_EVENT =
      Shape.of(bytes("Data"), textsByText("Metadata"), structure("SystemMetadata", RAW_METADATA));
  private static final Shape CONFLUENT = Shape.of(text("ConnectionArn"));
  private static final Shape REGISTRY =
      Shape.of(text("RegistryUri"), structure("ConfluentPublicRegistryConfiguration", CONFLUENT));
  private static final Shape RAW_EVENTS =
      Shape.of(
          text("EventBusArn"),
          structures("Entries", RAW_EVENT),
          structure("SchemaRegistryConfiguration", REGISTRY));

  private static final Shape RESULTS =
      Shape.of(
          structures(
              "Entries", Shape.of(text("SuccessCode"), text("ErrorCode"), text("ErrorMessage"))));

  private static final Shape BUS = Shape.of(text("EventBusArn"));
  private static final Shape DESCRIPTION =
      Shape.of(
          text("State"),
          text("StateReason"),
          structure("StorageConfiguration", Shape.of(number("RetentionPeriodInDays"))));

  private static final JsonOperationMetadata ANSWER =
      JsonOperationMetadata.builder()
          .hasStreamingSuccessResponse(false)
          .isPayloadJson(true)
          .build();

  private final SdkClientConfiguration configuration;
  private final SyncClientHandler handler;
  private final SmithyRpcV2CborProtocolFactory protocol;
  private final AwsV4AuthScheme scheme = AwsV4AuthScheme.create();

  private RpcBusClient(SdkClientConfiguration configuration) {
    this.configuration = configuration;
    this.handler = new AwsSyncClientHandler(configuration);
    this.protocol =
        SmithyRpcV2CborProtocolFactory.builder()
            .clientConfiguration(configuration)
            .defaultServiceExceptionSupplier(BusException::fields)
            .protocol(AwsJsonProtocol.SMITHY_RPC_V2_CBOR)
            .protocolVersion("1.0")
            .build();
  }

  @Override
  public List<Result> putEvents(String busArn, List<Event> entries) {
    return results(
        "PutEvents",
        EVENTS
            .create()
            .set("EventBusArn", busArn)
            .set("Entries", entries.stream().map(RpcBusClient::structureOf).toList()));
  }

  private static Structure structureOf(Event event) {
    return EVENT
        .create()
        .set("Source", event.source())
        .set("DetailType", event.detailType())
        .set("Detail", event.detail())
        .set("Resources", List.of(event.resource()))
        .set("Time", event.time())
        .set("SystemMetadata", withKeys(EVENT_METADATA, event.keys()));
  }

  @Override
  public List<Result> putRawEvents(
      String busArn, Optional<Registry> registry, List<RawEvent> entries) {
    Structure request =
        RAW_EVENTS
            .create()
            .set("EventBusArn", busArn)
            .set("Entries", entries.stream().map(RpcBusClient::structureOf).toList());
    registry.ifPresent(it -> request.set("SchemaRegistryConfiguration", structureOf(it)));
    return results("PutRawEvents", request);
  }

  private static Structure structureOf(RawEvent event) {
    Structure structure =
        RAW_EVENT
            .create()
            .set("Data", event.data())
            .set(
                "SystemMetadata",
                withKeys(RAW_METADATA, event.keys()).set("ContentType", event.contentType()));
    return event.metadata().isEmpty() ? structure : structure.set("Metadata", event.metadata());
  }

  private static Structure structureOf(Registry registry) {
    Structure structure = REGISTRY.create().set("RegistryUri", registry.uri());
    registry
        .connection()
        .ifPresent(
            arn ->
                structure.set(
                    "ConfluentPublicRegistryConfiguration",
                    CONFLUENT.create().set("ConnectionArn", arn)));
    return structure;
  }

  private static Structure withKeys(Shape shape, Keys keys) {
    return shape
        .create()
        .set("EventGroupId", keys.groupId())
        .set("DeduplicationId", keys.deduplicationId());
  }

  private List<Result> results(String operation, Structure request) {
    return call(operation, request, RESULTS).list("Entries").stream()
        .map(
            result ->
                new Result(
                    result.get("SuccessCode", String.class),
                    result.get("ErrorCode", String.class),
                    result.get("ErrorMessage", String.class)))
        .toList();
  }

  @Override
  public Description describe(String busArn) {
    Structure bus = call("DescribeEventBus", BUS.create().set("EventBusArn", busArn), DESCRIPTION);
    Optional<Integer> days =
        bus.get("StorageConfiguration", Structure.class)
            .flatMap(storage -> storage.get("RetentionPeriodInDays", Integer.class));
    return new Description(
        bus.get("State", String.class).orElse("UNKNOWN"),
        bus.get("StateReason", String.class),
        days.map(OptionalInt::of).orElseGet(OptionalInt::empty));
  }

  private Structure call(String operation, Structure request, Shape answer) {
    HttpResponseHandler<Structure> answers = protocol.createResponseHandler(ANSWER, answer::create);
    return handler
        .execute(
            new ClientExecutionParams<RpcRequest, RpcResponse>()
                .withOperationName(operation)
                .withInput(new RpcRequest(request))
                .withMarshaller(input -> marshalled(operation, input.structure()))
                .withResponseHandler(
                    (response, attributes) -> new RpcResponse(answers.handle(response, attributes)))
                .withErrorResponseHandler(
                    protocol.createErrorResponseHandler(ANSWER, code -> Optional.empty()))
                .putExecutionAttribute(
                    SdkInternalExecutionAttribute.SELECTED_AUTH_SCHEME, signing()))
        .structure();
  }

  /** The Smithy specification, "Smithy RPC v2 CBOR": both headers are required. */
  private SdkHttpFullRequest marshalled(String operation, Structure request) {
    return protocol.createProtocolMarshaller(operation(operation)).marshall(request).toBuilder()
        .putHeader("smithy-protocol", "rpc-v2-cbor")
        .putHeader("Accept", "application/cbor")
        .build();
  }

  private static OperationInfo operation(String name) {
    return OperationInfo.builder()
        .requestUri("/service/AWSEventsV2/operation/" + name)
        .httpMethod(SdkHttpMethod.POST)
        .hasImplicitPayloadMembers(true)
        .hasPayloadMembers(true)
        .build();
  }

  private SelectedAuthScheme<AwsCredentialsIdentity> signing() {
    return new SelectedAuthScheme<>(
        configuration.option(AwsClientOption.CREDENTIALS_IDENTITY_PROVIDER).resolveIdentity(),
        scheme.signer(),
        AuthSchemeOption.builder()
            .schemeId(AwsV4AuthScheme.SCHEME_ID)
            .putSignerProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SIGNING_NAME)
            .putSignerProperty(
                AwsV4HttpSigner.REGION_NAME, configuration.option(AwsClientOption.AWS_REGION).id())
            .build());
  }

  @Override
  public void close() {
    handler.close();
  }

  /** The SDK's own builder, with this service's names. */
  static final class ClientBuilder extends AwsDefaultClientBuilder<BusClient.Builder, BusClient>
      implements BusClient.Builder {
    @Override
    protected String serviceEndpointPrefix() {
      return ENDPOINT_PREFIX;
    }

    @Override
    protected String signingName() {
      return SIGNING_NAME;
    }

    @Override
    protected String serviceName() {
      return SERVICE;
    }

    @Override
    protected SdkClientConfiguration finalizeServiceConfiguration(SdkClientConfiguration settings) {
      SdkClientConfiguration.Builder builder = settings.toBuilder();
      // Without it the SDK does not sign.
      builder.option(
          SdkClientOption.AUTH_SCHEMES,
          Map.of(AwsV4AuthScheme.SCHEME_ID, AwsV4AuthScheme.create()));
      builder.lazyOptionIfAbsent(
          SdkClientOption.CLIENT_ENDPOINT_PROVIDER,
          known ->
              AwsClientEndpointProvider.builder()
                  .serviceEndpointOverrideEnvironmentVariable("AWS_ENDPOINT_URL_EVENTBRIDGEV2")
                  .serviceEndpointOverrideSystemProperty("aws.endpointUrlEventBridgeV2")
                  .serviceProfileProperty("eventbridgev2")
                  .serviceEndpointPrefix(ENDPOINT_PREFIX)
                  .defaultProtocol("https")
                  .region(known.get(AwsClientOption.AWS_REGION))
                  .profileFile(known.get(SdkClientOption.PROFILE_FILE_SUPPLIER))
                  .profileName(known.get(SdkClientOption.PROFILE_NAME))
                  .dualstackEnabled(known.get(AwsClientOption.DUALSTACK_ENDPOINT_ENABLED))
                  .fipsEnabled(known.get(AwsClientOption.FIPS_ENDPOINT_ENABLED))
                  .build());
      return builder.build();
    }

    @Override
    protected BusClient buildClient() {
      return new RpcBusClient(syncClientConfiguration());
    }
  }

  /** A request whose body is a structure. */
  private static final class RpcRequest extends AwsRequest {
    private final Structure structure;

    RpcRequest(Structure structure) {
      this(structure, new Copy(structure));
    }

    private RpcRequest(Structure structure, Copy copy) {
      super(copy);
      this.structure = structure;
    }

    Structure structure() {
      return structure;
    }

    @Override
    public List<SdkField<?>> sdkFields() {
      return structure.sdkFields();
    }

    @Override
    public Copy toBuilder() {
      return new Copy(structure);
    }

    static final class Copy extends AwsRequest.BuilderImpl {
      private final Structure structure;

      private Copy(Structure structure) {
        this.structure = structure;
      }

      @Override
      public RpcRequest build() {
        return new RpcRequest(structure, this);
      }
    }
  }

  /** An error that the bus answered with; the SDK's protocol classes fill it in. */
  private static final class BusException extends AwsServiceException {
    private static final long serialVersionUID = 1L;

    private BusException(Fields fields) {
      super(fields);
    }

    static Fields fields() {
      return new Fields();
    }

    static final class Fields extends AwsServiceException.BuilderImpl implements SdkPojo {
      private Fields() {}

      @Override
      public List<SdkField<?>> sdkFields() {
        return List.of();
      }

      @Override
      public BusException build() {
        return new BusException(this);
      }
    }
  }
}
