package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.WireReply;
import io.github.dynamooutbox.localaws.stub.internal.WireRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** The parameters of a Query request, or of one structure in it. */
  static final class QueryInput {
    static final String INVALID_PARAMETER = "InvalidParameter";

    private final Map<String, String> parameters;
    private final String prefix;

    private QueryInput(Map<String, String> parameters, String prefix) {
      this.parameters = parameters;
      this.prefix = prefix;
    }

    /** Decodes a form. */
    static QueryInput parse(byte[] form) {
      Map<String, String> parameters = new LinkedHashMap<>();
      for (String pair : new String(form, StandardCharsets.UTF_8).split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          parameters.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
        }
      }
      return new QueryInput(parameters, "");
    }

    private static String decode(String text) {
      try {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        throw ServiceError.badRequest("MalformedQueryString", "The form cannot be decoded.");
      }
    }

    /** The error for a parameter that breaks a rule. */
    static ServiceError invalidParameter(String what) {
      return ServiceError.badRequest(INVALID_PARAMETER, "Invalid parameter: " + what);
    }

    Optional<String> text(String name) {
      return Optional.ofNullable(parameters.get(prefix + name));
    }

    String requiredText(String name) {
      return text(name)
          .orElseThrow(() -> invalidParameter(name + " Reason: no value for required parameter"));
    }

    /** The members of a list of structures, in order. */
    List<QueryInput> members(String list) {
      return numbered(list + ".member.");
    }

    /** A map of strings. */
    Map<String, String> map(String name) {
      Map<String, String> map = new LinkedHashMap<>();
      for (QueryInput entry : entries(name)) {
        map.put(entry.requiredText("key"), entry.text("value").orElse(""));
      }
      return map;
    }

    /** The entries of a map, in order. */
    List<QueryInput> entries(String map) {
      return numbered(map + ".entry.");
    }

    private List<QueryInput> numbered(String start) {
      List<QueryInput> members = new ArrayList<>();
      for (int i = 1; ; i++) {
        QueryInput member = new QueryInput(parameters, prefix + start + i + '.');
        if (parameters.keySet().stream().noneMatch(key -> key.startsWith(member.prefix))) {
          return members;
        }
        members.add(member);
      }
    }
  }
}
