package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.WireReply;
import io.github.dynamooutbox.localaws.stub.internal.WireRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** SNS, whose requests are forms and whose answers are XML. */
final class QueryEndpoint implements ServiceEndpoint {
  private final Map<String, Action> actions;

  /** One action of SNS. */
  @FunctionalInterface
  interface Action {

    /**
     * Performs the action and writes the members of its result.
     *
     * @throws ServiceError if the service refuses
     */
    void perform(QueryInput input, XmlOutput result, FaultPlan faults);
  }

  QueryEndpoint(Map<String, Action> actions) {
    this.actions = Map.copyOf(actions);
  }

  @Override
  public Service service() {
    return Service.SNS;
  }

  @Override
  public boolean serves(WireRequest request) {
    return request
        .header("Content-Type")
        .filter(type -> type.startsWith("application/x-www-form-urlencoded"))
        .isPresent();
  }

  @Override
  public Call open(WireRequest request) {
    QueryInput input = QueryInput.parse(request.body());
    String name =
        input
            .text("Action")
            .orElseThrow(
                () -> ServiceError.badRequest("MissingAction", "The request names no action."));
    Action action =
        Optional.ofNullable(actions.get(name))
            .orElseThrow(
                () ->
                    ServiceError.badRequest(
                        "InvalidAction", "The action " + name + " is not valid for this stub."));
    return new Opened(name, action, input);
  }

  @Override
  public WireReply reply(WireRequest request, ServiceError error) {
    XmlOutput xml =
        new XmlOutput("ErrorResponse")
            .open("Error")
            .text("Type", error.status() < 500 ? "Sender" : "Receiver")
            .text("Code", error.code())
            .text("Message", error.text())
            .close()
            .text("RequestId", UUID.randomUUID().toString());
    return new WireReply(error.status(), "text/xml", xml.finish());
  }

  @Override
  public ServiceError unsigned() {
    return new ServiceError(
        403, "MissingAuthenticationToken", "Request is missing Authentication Token");
  }

  private record Opened(String action, Action perform, QueryInput input) implements Call {

    @Override
    public Set<String> targets() {
      return input
          .text("TopicArn")
          .or(() -> input.text("TargetArn"))
          .or(() -> input.text("Name"))
          .map(Account::nameOf)
          .map(Set::of)
          .orElse(Set.of());
    }

    @Override
    public WireReply perform(FaultPlan faults) {
      XmlOutput xml = new XmlOutput(action + "Response").open(action + "Result");
      perform.perform(input, xml, faults);
      xml.close().open("ResponseMetadata").text("RequestId", UUID.randomUUID().toString());
      return new WireReply(200, "text/xml", xml.finish());
    }
  }
}
