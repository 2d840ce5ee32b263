package io.github.dynamooutbox.localaws.stub.internal.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.WireReply;
import io.github.dynamooutbox.localaws.stub.internal.WireRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A service whose requests name the action in the header {@code X-Amz-Target}, or in the path as
 * Smithy RPC v2 has it.
 */
public final class JsonEndpoint implements ServiceEndpoint {
  private static final String TARGET = "X-Amz-Target";

  private final Service service;
  private final String prefix;
  private final Function<WireRequest, Optional<String>> address;
  private final Map<String, Action> actions;
  private final Function<JsonInput, Set<String>> targets;

  /** One action of the service. */
  @FunctionalInterface
  public interface Action {

    /**
     * Performs the action.
     *
     * @return the answer's body
     * @throws ServiceError if the service refuses
     */
    ObjectNode perform(JsonCall call);
  }

  /**
   * A service.
   *
   * @param prefix what precedes the action in the header, with the dot
   * @param targets reads from a request the names of the buses or streams that it is about
   */
  public JsonEndpoint(
      Service service,
      String prefix,
      Map<String, Action> actions,
      Function<JsonInput, Set<String>> targets) {
    this(service, prefix, request -> request.header(TARGET), actions, targets);
  }

  private JsonEndpoint(
      Service service,
      String prefix,
      Function<WireRequest, Optional<String>> address,
      Map<String, Action> actions,
      Function<JsonInput, Set<String>> targets) {
    this.service = service;
    this.prefix = prefix;
    this.address = address;
    this.actions = Map.copyOf(actions);
    this.targets = targets;
  }

  /**
   * A service that speaks Smithy RPC v2 CBOR.
   *
   * @param name its name in the path
   * @param targets reads from a request the names of the buses that it is about
   */
  public static JsonEndpoint rpc(
      Service service,
      String name,
      Map<String, Action> actions,
      Function<JsonInput, Set<String>> targets) {
    return new JsonEndpoint(
        service,
        "/service/" + name + "/operation/",
        request -> Optional.of(request.path()).filter(any -> speaksRpc(request)),
        actions,
        targets);
  }

  private static boolean speaksRpc(WireRequest request) {
    return request.header("smithy-protocol").equals(Optional.of("rpc-v2-cbor"))
        && request.header("Content-Type").equals(Optional.of("application/cbor"))
        && request.header("Accept").equals(Optional.of("application/cbor"));
  }

  @Override
  public Service service() {
    return service;
  }

  @Override
  public boolean serves(WireRequest request) {
    return address.apply(request).filter(target -> target.startsWith(prefix)).isPresent();
  }

  @Override
  public Call open(WireRequest request) {
    String name = address.apply(request).orElse(prefix).substring(prefix.length());
    Action action =
        Optional.ofNullable(actions.get(name))
            .orElseThrow(
                () ->
                    ServiceError.badRequest(
                        "UnknownOperationException", "Unknown operation " + prefix + name));
    Wire wire = Wire.of(request);
    JsonInput input = new JsonInput(wire.read(request.body()), wire);
    return new Opened(name, action, input, targets.apply(input), wire);
  }

  @Override
  public WireReply reply(WireRequest request, ServiceError error) {
    return Wire.of(request).error(error);
  }

  @Override
  public ServiceError unsigned() {
    return ServiceError.badRequest(
        "MissingAuthenticationTokenException", "Missing Authentication Token");
  }

  /** Answers requests for services and actions that the stub does not know. */
  public static WireReply unknown(WireRequest request) {
    String action = request.header(TARGET).orElse("(no action)");
    return Wire.of(request)
        .error(
            new ServiceError(
                404, "UnknownOperationException", "This stub does not know " + action + '.'));
  }

  private record Opened(
      String action, Action perform, JsonInput input, Set<String> targets, Wire wire)
      implements Call {

    @Override
    public WireReply perform(FaultPlan faults) {
      return wire.reply(200, perform.perform(new JsonCall(input, faults, wire)));
    }
  }
}
