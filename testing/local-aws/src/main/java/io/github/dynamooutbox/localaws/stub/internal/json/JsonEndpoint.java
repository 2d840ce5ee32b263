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

/** A service whose requests name the action in the header {@code X-Amz-Target}. */
public final class JsonEndpoint implements ServiceEndpoint {
  private static final String TARGET = "X-Amz-Target";

  private final Service service;
  private final String prefix;
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
    this.service = service;
    this.prefix = prefix;
    this.actions = Map.copyOf(actions);
    this.targets = targets;
  }

  @Override
  public Service service() {
    return service;
  }

  @Override
  public boolean serves(WireRequest request) {
    return request.header(TARGET).filter(target -> target.startsWith(prefix)).isPresent();
  }

  @Override
  public Call open(WireRequest request) {
    String name = request.header(TARGET).orElse(prefix).substring(prefix.length());
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
